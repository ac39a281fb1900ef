package granary.games.chexers;

import java.util.Locale;

/** The colour of the pieces, and with it the side over which they leave the board. */
public enum Colour {
    /** Leaves from the hexes with q = 3. */
    RED,
    /** Leaves from the hexes with r = 3. */
    GREEN,
    /** Leaves from the hexes with q + r = -3. */
    BLUE;

    /** Returns the id used in file headers and on the command line: the name in lower case. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the colour with an id.
     *
     * @throws IllegalArgumentException that lists the ids when there is none
     */
    public static Colour of(String id) {
        for (Colour colour : values()) {
            if (colour.id().equals(id)) {
                return colour;
            }
        }
        throw new IllegalArgumentException("no colour '" + id + "'; the colours are red, green, blue");
    }

    /**
     * Returns whether a piece leaves the board from a hex.
     *
     * @param hex index of the hex, 0 .. 36
     */
    public boolean leavesFrom(int hex) {
        int q = Hexes.q(hex);
        int r = Hexes.r(hex);
        return switch (this) {
            case RED -> q == Hexes.RADIUS;
            case GREEN -> r == Hexes.RADIUS;
            case BLUE -> q + r == -Hexes.RADIUS;
        };
    }
}
