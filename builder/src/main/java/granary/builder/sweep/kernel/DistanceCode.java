package granary.builder.sweep.kernel;

/**
 * How the sweeps hold a distance to conversion in a byte.
 *
 * <p>Where the mover gains or nothing is at stake the code is the distance - 128, where he loses 127 - distance. So who moves
 * to a position always wants the greatest code among those after optimal moves: one who gains the least distance of a loser,
 * one who loses the greatest distance of a gainer. Distances from {@value #UNKNOWN} on are held as {@value #UNKNOWN}, which
 * also stands for those not known yet.
 */
public final class DistanceCode {
    /** The distance that stands for one that is longer than a byte holds, or not known. */
    public static final int UNKNOWN = 255;

    /** The code of the best of no moves: for a loser distance 0, for a gainer {@link #UNKNOWN}. */
    public static final byte NO_MOVE = Byte.MIN_VALUE;

    private DistanceCode() {}

    /** Returns the code of a distance at a position of that score. */
    public static byte of(int distance, int score) {
        return (byte) (score < 0 ? Byte.MAX_VALUE - distance : distance + Byte.MIN_VALUE);
    }

    /** Returns the distance that a code stands for at a position of that score. */
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

    /** Returns that of two codes at a position of that score which stands for the lesser distance. */
    public static byte lesser(byte code, byte other, int score) {
        return (byte) (score < 0 ? Math.max(code, other) : Math.min(code, other));
    }
}
