package granary.builder.sweep.table;

import granary.awari.Sowing;

/**
 * What a sowing brings the opponent, in one small number: how many seeds cross over to his side, and whether the last
 * seed comes round and ends at home. That is all his side depends on, and the pit that the last seed falls into too.
 */
public final class Crossing {
    /** The crossing of a sowing that stays at home. */
    public static final int NONE = of(0, true);

    private Crossing() {}

    /** Returns the crossing of so many seeds. */
    public static int of(int seeds, boolean endsAtHome) {
        return 2 * seeds + (endsAtHome ? 1 : 0);
    }

    /**
     * Returns the crossing of a sowing on a board whose opponent had no seeds.
     *
     * @param board the board after the sowing
     * @param last the pit of the last seed
     */
    public static int after(int[] board, int last) {
        return of(Sowing.opponentsSeeds(board), last < board.length / 2);
    }

    /** Returns the number of seeds that cross over. */
    public static int seeds(int crossing) {
        return crossing >>> 1;
    }

    /** Returns whether the last seed ends on the mover's side, so that nothing can be captured. */
    public static boolean endsAtHome(int crossing) {
        return (crossing & 1) != 0;
    }
}
