package granary.analysis.chexers;

/** Estimates how many actions a set of pieces still needs. */
@FunctionalInterface
interface Heuristic {
    /**
     * The estimate for a set that can never leave the board. Small enough that adding a number of actions does not
     * overflow.
     */
    int NEVER = Integer.MAX_VALUE / 2;

    /**
     * Returns an estimate that is never too high, and consistent: an action lowers it by at most 1.
     *
     * @param position a set of pieces
     * @return 0 for the empty set, {@link #NEVER} when there is certainly no solution
     */
    int estimate(int[] position);
}
