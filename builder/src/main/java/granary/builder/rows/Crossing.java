package granary.builder.rows;

import granary.awari.Sowing;

/**
 * Encodes in one small number the effect of a sowing on the opponent's side: the number of seeds that cross over, and whether the last
 * seed comes round and ends at home. The opponent's side after the move, and the pit of the last seed, depend on nothing else.
 */
public final class Crossing {
    /** The crossing of a sowing that stays at home. */
    public static final int NONE = of(0, true);

    private Crossing() {}

    /** Returns the crossing of a number of seeds. */
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
