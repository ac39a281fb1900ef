package granary.builder.verify;

/**
 * A score and a distance to conversion in one number, such that the least of those after all moves, the captures counted in,
 * is that after the best move: the least score of the opponent; among such, when the mover gains, the least distance, and when
 * he loses, the greatest.
 */
final class Key {
    /** The longest distance that a key holds. */
    static final int LONGEST = 255;

    /** Of no move: greater than all others. */
    static final short NO_MOVE = Short.MAX_VALUE;

    /** What no moves make of a position. */
    private static final short IMPOSSIBLE = Short.MIN_VALUE;

    private static final int BITS = 8;

    private Key() {}

    /**
     * Returns the key of a position after a move.
     *
     * @param score its score, less what was captured
     * @param distance its distance; 0 after a capture
     */
    static short after(int score, int distance) {
        // Where nothing is at stake no distance counts.
        return (short) ((score << BITS) - Integer.signum(score) * distance);
    }

    /** Returns the key that the best move of a position of that score and distance has. */
    static short best(int score, int distance) {
        if (score == 0 ? distance > 0 : distance == 0) {
            return IMPOSSIBLE;
        }
        return after(-score, distance - 1);
    }
}
