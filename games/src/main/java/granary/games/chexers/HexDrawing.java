package granary.games.chexers;

import java.util.StringJoiner;

/**
 * Draws the board as text, one line for each r: the colour's letter for a piece, {@code #} for a block, {@code +} for a free
 * hex from which pieces leave the board, {@code .} for any other.
 */
final class HexDrawing {
    private HexDrawing() {}

    static String draw(Colour colour, long pieces, long blocks) {
        StringJoiner lines = new StringJoiner("\n");
        for (int r = -Hexes.RADIUS; r <= Hexes.RADIUS; r++) {
            // A step in q is four columns, a step in r two: neighbours stand side by side or half a step apart.
            StringBuilder line = new StringBuilder(" ".repeat(2 * Math.abs(r)));
            for (int q = -Hexes.RADIUS; q <= Hexes.RADIUS; q++) {
                int hex = Hexes.index(q, r);
                if (hex >= 0) {
                    line.append(sign(colour, hex, pieces, blocks)).append("   ");
                }
            }
            line.append(" ".repeat(2 * Math.abs(r))).append("r = ").append(r);
            line.append(", q from ").append(Math.max(-Hexes.RADIUS, -Hexes.RADIUS - r));
            lines.add(line);
        }
        return lines.toString();
    }

    private static char sign(Colour colour, int hex, long pieces, long blocks) {
        if ((pieces >>> hex & 1) != 0) {
            return Character.toUpperCase(colour.id().charAt(0));
        }
        if ((blocks >>> hex & 1) != 0) {
            return '#';
        }
        return colour.leavesFrom(hex) ? '+' : '.';
    }
}
