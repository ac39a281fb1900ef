package granary.games.chexers;

import granary.game.Notation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Positions of Chexers: the hexes of the pieces, each {@code q,r}, in any order; {@code none} means no piece. */
final class ChexersNotation extends Notation {
    /** The word for no block or no piece. */
    static final String NONE = "none";

    private final Chexers game;

    ChexersNotation(Chexers game) {
        super(",_/"); // coordinates have signs
        this.game = game;
    }

    @Override
    protected int[] position(List<String> words) {
        boolean none = words.equals(List.of(NONE));
        int pieces = none ? 0 : words.size() / 2;
        if (pieces > Chexers.MAX_PIECES || !none && (words.isEmpty() || words.size() % 2 > 0)) {
            throw new IllegalArgumentException("a position is 1 to " + Chexers.MAX_PIECES
                    + " hexes, two numbers q,r each, or '" + NONE + "', not '" + String.join(" ", words) + "'");
        }
        int[] position = new int[Chexers.MAX_PIECES];
        Arrays.fill(position, -1);
        for (int i = 0; i < pieces; i++) {
            String text = words.get(2 * i) + "," + words.get(2 * i + 1);
            int hex = Hexes.parse(text);
            boolean isTaken = Arrays.stream(position).anyMatch(taken -> taken == hex);
            if (isTaken || game.isBlocked(hex)) {
                throw new IllegalArgumentException("the hex " + text + (isTaken ? " is given twice" : " is blocked"));
            }
            position[i] = hex;
        }
        Arrays.sort(position, 0, pieces);
        return position;
    }

    /** {@inheritDoc} The hexes, {@code q,r} each. */
    @Override
    public List<String> words(int[] position) {
        return position[0] < 0
                ? List.of(NONE)
                : Arrays.stream(position)
                        .filter(hex -> hex >= 0)
                        .mapToObj(Hexes::text)
                        .toList();
    }

    /**
     * {@inheritDoc} One line for each r: the colour's letter for a piece, {@code #} for a block, {@code +} for a free hex from which
     * pieces leave the board, {@code .} for any other.
     */
    @Override
    public String draw(int[] position) {
        StringJoiner lines = new StringJoiner("\n");
        for (int r = -Hexes.RADIUS; r <= Hexes.RADIUS; r++) {
            // A step in q is four columns, a step in r two: neighbours stand side by side or half a step apart.
            StringBuilder line = new StringBuilder(" ".repeat(2 * Math.abs(r)));
            for (int q = -Hexes.RADIUS; q <= Hexes.RADIUS; q++) {
                int hex = Hexes.index(q, r);
                if (hex >= 0) {
                    line.append(sign(hex, position)).append("   ");
                }
            }
            line.append(" ".repeat(2 * Math.abs(r))).append("r = ").append(r);
            line.append(", q from ").append(Math.max(-Hexes.RADIUS, -Hexes.RADIUS - r));
            lines.add(line);
        }
        return lines.toString();
    }

    private char sign(int hex, int[] position) {
        if (Arrays.stream(position).anyMatch(piece -> piece == hex)) {
            return Character.toUpperCase(game.colour().id().charAt(0));
        }
        if (game.isBlocked(hex)) {
            return '#';
        }
        return game.colour().leavesFrom(hex) ? '+' : '.';
    }

    /** {@inheritDoc} The hex the piece comes from and, unless it leaves the board, the hex it goes to. */
    @Override
    public Map<String, Integer> describe(int move, int captured) {
        Map<String, Integer> description = new LinkedHashMap<>();
        int from = move / Chexers.FROM;
        int to = move % Chexers.FROM;
        description.put("fromQ", Hexes.q(from));
        description.put("fromR", Hexes.r(from));
        if (to != Chexers.OFF_BOARD) {
            description.put("toQ", Hexes.q(to));
            description.put("toR", Hexes.r(to));
        }
        return description;
    }
}
