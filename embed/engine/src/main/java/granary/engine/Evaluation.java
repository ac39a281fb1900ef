package granary.engine;

/**
 * Estimates a position at the horizon of a search, in hundredths of a seed, for the mover. The search adds the seeds captured.
 */
final class Evaluation {
    /** A seed on the own side: it is nearer to the own store than to the opponent's. */
    private static final int SEED = 10;
    /** A pit with seeds is a move to choose from. */
    private static final int MOVE = 80;
    /** A pit with one or two seeds: a move that gives little away. That outweighs the risk that the seeds are captured. */
    private static final int SMALL_MOVE = 110;

    private Evaluation() {}

    /** Returns the value of a position, packed as in {@link MoveStack}. */
    static int of(long own, long opponent) {
        return side(own) - side(opponent);
    }

    private static int side(long side) {
        int value = SEED * MoveStack.seeds(side);
        for (long rest = side; rest != 0; rest >>>= 8) {
            int seeds = (int) rest & 0xff;
            value += seeds == 0 ? 0 : seeds <= 2 ? SMALL_MOVE : MOVE;
        }
        return value;
    }
}
