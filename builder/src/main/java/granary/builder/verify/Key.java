package granary.builder.verify;

/**
 * A score and a distance to conversion in one number. Of the keys after all moves, captures included, the least is that of the
 * best move: it leaves the opponent the least score and, among equal scores, has the least distance when the mover gains and the
 * greatest when the mover loses.
 */
final class Key {
    /** The longest distance that a key holds. */
    static final int LONGEST = 255;

    /** The key if there is no move: greater than all others. */
    static final short NO_MOVE = Short.MAX_VALUE;

    /** The key of a position without a move. */
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
        // A score of 0 has no distance.
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
