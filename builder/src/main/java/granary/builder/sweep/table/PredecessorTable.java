package granary.builder.sweep.table;

import granary.awari.Sowing;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import granary.rank.Binomial;

/**
 * For each side with the same number of seeds, the sowings that leave it: the {@link Crossing} and the side before, which has up
 * to some number of seeds. Immutable.
 */
public final class PredecessorTable {
    /** First predecessor of each side; one entry more at the end. */
    public final int[] first;
    /** Crossing and index of the side before, packed as in {@link MoveTable#moves}. */
    public final int[] predecessors;

    /**
     * Makes the table of the sides with a number of seeds: takes each possible sowing back from each side.
     *
     * @param left seeds on each side
     * @param most the most seeds of a side before the sowing
     */
    public PredecessorTable(SideOrder order, int left, int most) {
        int pits = order.pits();
        // For each pit and number of seeds, from 1, where the seeds fall on an empty board, and the crossing.
        int[][][] sown = new int[pits][most + 1][2 * pits];
        int[][] crossings = new int[pits][most + 1];
        for (int pit = 0; pit < pits; pit++) {
            for (int seeds = 1; seeds <= most; seeds++) {
                int[] board = sown[pit][seeds];
                board[pit] = seeds;
                crossings[pit][seeds] = Crossing.after(board, Sowing.sow(board, pit));
            }
        }
        int count = 0;
        for (int pit = 0; pit < pits; pit++) {
            for (int seeds = 1; seeds <= most; seeds++) {
                int rest = left + Crossing.seeds(crossings[pit][seeds]) - seeds;
                count += rest < 0 || rest + seeds > most ? 0 : (int) Binomial.of(rest + pits - 2, pits - 2);
            }
        }
        predecessors = new int[count];
        first = new int[order.size(left) + 1];
        int found = 0;
        int[] side = new int[pits];
        int[] before = new int[pits];
        PositionIterator sides = order.iterate(left);
        for (int index = 0; sides.next(side); index++) {
            for (int pit = 0; pit < pits; pit++) {
                for (int seeds = 1;
                        side[pit] == 0
                                && seeds <= most
                                && left + Crossing.seeds(crossings[pit][seeds]) <= most
                                && takeBack(side, sown[pit][seeds], before);
                        seeds++) {
                    before[pit] = seeds;
                    predecessors[found++] = crossings[pit][seeds] << SideOrder.INDEX_BITS | order.workIndex(before, 0);
                }
            }
            first[index + 1] = found;
        }
    }

    /** Finds the side before a sowing, but for the pit that was sown; returns false if the side cannot have been sown so. */
    private static boolean takeBack(int[] side, int[] sown, int[] before) {
        for (int i = 0; i < side.length; i++) {
            before[i] = side[i] - sown[i];
            if (before[i] < 0) {
                return false;
            }
        }
        return true;
    }
}
