package granary.analysis.chexers;

/** Estimates how many actions a set of pieces still needs. */
@FunctionalInterface
interface Heuristic {
    /** The estimate for a set that can never leave the board. Sums of it with a number of actions do not overflow. */
    int NEVER = Integer.MAX_VALUE / 2;

    /**
     * Returns an estimate that is never too high and consistent: an action lowers it by 1 at most.
     *
     * @param position a set of pieces
     * @return 0 for the empty set, {@link #NEVER} when it is certain that there is no solution
     */
    int estimate(int[] position);
}
