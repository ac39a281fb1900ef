package granary.engine;

/**
 * What a position at the horizon of a search is taken for, beside the seeds captured: in hundredths of a seed, for the
 * mover.
 */
final class Evaluation {
    /** Seeds on the own side are nearer to the own store than to the opponent's. */
    private static final int SEED = 15;
    /** A move to choose from. */
    private static final int MOVE = 20;
    /** A pit with one or two seeds can be captured. */
    private static final int WEAK = 25;

    private Evaluation() {}

    /** Returns the value of a position, packed as in {@link MoveStack}. */
    static int of(long own, long opponent) {
        return side(own) - side(opponent);
    }

    private static int side(long side) {
        int value = SEED * MoveStack.seeds(side);
        for (long rest = side; rest != 0; rest >>>= 8) {
            int seeds = (int) rest & 0xff;
            value += seeds == 0 ? 0 : seeds <= 2 ? MOVE - WEAK : MOVE;
        }
        return value;
    }
}
