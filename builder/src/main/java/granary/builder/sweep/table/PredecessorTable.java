package granary.builder.sweep.table;

import granary.awari.Sowing;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import java.util.List;
import org.agrona.collections.IntArrayList;

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
     * Makes the table of some sides: takes each possible sowing back from each side.
     *
     * @param left seeds on each side
     * @param from the first of the sides
     * @param to the end of the sides
     */
    public PredecessorTable(Sowings sowings, int left, int from, int to) {
        SideOrder order = sowings.order;
        int pits = order.pits();
        first = new int[to - from + 1];
        IntArrayList found = new IntArrayList();
        int[] side = new int[pits];
        int[] before = new int[pits];
        PositionIterator sides = order.iterate(left, from);
        for (int index = 0; index < to - from; index++) {
            sides.next(side);
            first[index] = found.size();
            for (int pit = 0; pit < pits; pit++) {
                int seeds = 1;
                while (side[pit] == 0 && takeBack(sowings, left, side, pit, seeds, before)) {
                    found.addInt(sowings.crossing[pit][seeds] << SideOrder.INDEX_BITS | order.workIndex(before, 0));
                    seeds++;
                }
            }
        }
        first[to - from] = found.size();
        predecessors = found.toIntArray();
    }

    /** Joins tables of successive sides. */
    public PredecessorTable(List<PredecessorTable> parts) {
        int sides = 0;
        int count = 0;
        for (PredecessorTable part : parts) {
            sides += part.first.length - 1;
            count += part.predecessors.length;
        }
        first = new int[sides + 1];
        predecessors = new int[count];
        int side = 0;
        int at = 0;
        for (PredecessorTable part : parts) {
            for (int i = 0; i < part.first.length; i++) {
                first[side + i] = part.first[i] + at;
            }
            System.arraycopy(part.predecessors, 0, predecessors, at, part.predecessors.length);
            side += part.first.length - 1;
            at += part.predecessors.length;
        }
    }

    /** Finds the side before a sowing of a number of seeds from a pit; returns false when no sowing of as many or more is possible. */
    private static boolean takeBack(Sowings sowings, int left, int[] side, int pit, int seeds, int[] before) {
        if (seeds > sowings.maxSeeds || left + Crossing.seeds(sowings.crossing[pit][seeds]) > sowings.maxSeeds) {
            return false;
        }
        int[] sown = sowings.sown[pit][seeds];
        for (int i = 0; i < side.length; i++) {
            before[i] = side[i] - sown[i];
            if (before[i] < 0) {
                return false;
            }
        }
        before[pit] = seeds;
        return true;
    }

    /** For each pit and number of seeds, where the seeds fall on the mover's side and how many cross over. Immutable. */
    public static final class Sowings {
        private final SideOrder order;
        private final int maxSeeds;
        /** For each pit and number of seeds, from 1, the board after a sowing on an empty one. */
        private final int[][][] sown;
        /** For each pit and number of seeds, from 1, the crossing. */
        private final int[][] crossing;

        /** Makes the sowings of up to a number of seeds. */
        public Sowings(SideOrder order, int maxSeeds) {
            this.order = order;
            this.maxSeeds = maxSeeds;
            int pits = order.pits();
            sown = new int[pits][maxSeeds + 1][2 * pits];
            crossing = new int[pits][maxSeeds + 1];
            for (int pit = 0; pit < pits; pit++) {
                for (int seeds = 1; seeds <= maxSeeds; seeds++) {
                    int[] board = sown[pit][seeds];
                    board[pit] = seeds;
                    crossing[pit][seeds] = Crossing.after(board, Sowing.sow(board, pit));
                }
            }
        }
    }
}
