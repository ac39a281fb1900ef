package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.game.PositionIterator;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** What becomes of the sides with so many seeds when seeds cross over to them. Immutable. */
public final class ShiftTable {
    private static final int[] NO_SIDES = {};

    /** Number of sides. */
    public final int sides;
    /**
     * For each crossing, by the side, the fuller side that it becomes, or -1 when a capture follows; null for a crossing
     * that does not occur and for {@link Crossing#NONE}.
     */
    public final int[][] successor;
    /** The inverse: for each crossing, by the fuller side, the side before it when nothing was captured, or -1. */
    public final int[][] predecessor;
    /** For each crossing the sides that it leaves without seeds, which no ordinary move does, in work order. */
    public final int[][] starved;

    /** Makes the table of the sides with so many seeds, for the crossings that occur. */
    public ShiftTable(SideOrder order, Awari awari, int seeds, BitSet crossings) {
        this(
                order.size(seeds),
                crossings.stream()
                        .mapToObj(d -> new Shift(order, awari, seeds, d))
                        .toList());
    }

    /**
     * Puts a table together.
     *
     * @param sides number of sides
     * @param shifts what becomes of them, for the crossings that occur
     */
    public ShiftTable(int sides, List<Shift> shifts) {
        this.sides = sides;
        int crossingCount =
                1 + shifts.stream().mapToInt(shift -> shift.crossing).max().orElse(-1);
        successor = new int[crossingCount][];
        predecessor = new int[crossingCount][];
        starved = new int[crossingCount][];
        for (Shift shift : shifts) {
            successor[shift.crossing] = shift.successor;
            predecessor[shift.crossing] = shift.predecessor;
            starved[shift.crossing] = shift.starved;
        }
    }

    /** What becomes of the sides with so many seeds after one crossing. It does not depend on the mover's side. Immutable. */
    public static final class Shift {
        private final int crossing;
        private final int[] successor;
        private final int[] predecessor;
        private final int[] starved;

        /** Finds what becomes of the sides with so many seeds. */
        public Shift(SideOrder order, Awari awari, int seeds, int crossing) {
            this.crossing = crossing;
            if (crossing == Crossing.NONE) {
                // nothing changes on the side, and all of them hold as many seeds
                successor = null;
                predecessor = null;
                starved = seeds == 0 ? new int[] {0} : NO_SIDES;
                return;
            }
            successor = new int[order.size(seeds)];
            predecessor = new int[order.size(seeds + Crossing.seeds(crossing))];
            Arrays.fill(successor, -1);
            Arrays.fill(predecessor, -1);
            CaptureResult result = new CaptureResult(awari, Crossing.seeds(crossing));
            int[] left = NO_SIDES;
            int[] side = new int[order.pits()];
            PositionIterator all = order.iterate(seeds, 0);
            for (int before = 0; all.next(side); before++) {
                result.receive(side, 0, crossing);
                if (result.starved) {
                    left = append(left, before);
                } else if (result.captured == 0) {
                    int after = order.workIndex(result.board, order.pits());
                    successor[before] = after;
                    predecessor[after] = before;
                }
            }
            starved = left;
        }

        /** Returns by the side the fuller side that it becomes, or -1 when seeds are captured; null for {@link Crossing#NONE}. */
        public int[] successor() {
            return successor;
        }

        /** Returns the sides that are left without seeds. */
        public int[] starved() {
            return starved;
        }

        /** There are few of them, so each may cost a copy. */
        private static int[] append(int[] sides, int side) {
            int[] longer = Arrays.copyOf(sides, sides.length + 1);
            longer[sides.length] = side;
            return longer;
        }
    }
}
