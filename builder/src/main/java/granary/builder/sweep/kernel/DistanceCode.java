package granary.builder.sweep.kernel;

/**
 * The code by which the sweeps hold a distance to conversion in a byte.
 *
 * <p>The code is distance - 128 if the mover gains or the score is 0, and 127 - distance if the mover loses. So the player
 * who moves to a position always wants the greatest code among those after optimal moves: a player who gains wants the least
 * distance of a loser, and a player who loses wants the greatest distance of a gainer. The code of {@value #UNKNOWN} stands for all
 * distances from {@value #UNKNOWN} on, and for distances that are not known yet.
 */
public final class DistanceCode {
    /** Stands for a distance that does not fit a byte or is not known. */
    public static final int UNKNOWN = 255;

    /** The code if there is no move: distance 0 for a loser, {@link #UNKNOWN} for a gainer. */
    public static final byte NO_MOVE = Byte.MIN_VALUE;

    private DistanceCode() {}

    /** Returns the code of a distance at a position with a score. */
    public static byte of(int distance, int score) {
        return (byte) (score < 0 ? Byte.MAX_VALUE - distance : distance + Byte.MIN_VALUE);
    }

    /** Returns the distance that a code stands for at a position with a score. */
    public static int distance(byte code, int score) {
        return score < 0 ? Byte.MAX_VALUE - code : code - Byte.MIN_VALUE;
    }

    /**
     * Returns the code of a position a ply before.
     *
     * @param best the greatest code among those after optimal moves
     * @param score the score of the position before, not 0
     */
    public static byte before(byte best, int score) {
        return (byte) (score < 0 ? Math.max(Byte.MIN_VALUE, -best - 2) : Math.min(Byte.MAX_VALUE, -best));
    }

    /** Returns which of two codes stands for the lesser distance at a position with a score. */
    public static byte lesser(byte code, byte other, int score) {
        return (byte) (score < 0 ? Math.max(code, other) : Math.min(code, other));
    }
}
