package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.game.PositionIterator;
import java.util.Arrays;
import java.util.BitSet;

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
        int pits = order.pits();
        sides = order.size(seeds);
        int crossingCount = crossings.length();
        successor = new int[crossingCount][];
        predecessor = new int[crossingCount][];
        starved = new int[crossingCount][];
        if (crossings.get(Crossing.NONE)) {
            // nothing changes on the side, and all of them hold as many seeds
            starved[Crossing.NONE] = seeds == 0 ? new int[] {0} : NO_SIDES;
        }
        CaptureResult result = new CaptureResult(awari, crossingCount / 2);
        int[] side = new int[pits];
        for (int d = crossings.nextSetBit(Crossing.NONE + 1); d >= 0; d = crossings.nextSetBit(d + 1)) {
            starved[d] = NO_SIDES;
            successor[d] = new int[sides];
            predecessor[d] = new int[order.size(seeds + Crossing.seeds(d))];
            Arrays.fill(successor[d], -1);
            Arrays.fill(predecessor[d], -1);
            PositionIterator all = order.iterate(seeds, 0);
            for (int before = 0; all.next(side); before++) {
                result.receive(side, 0, d);
                if (result.starved) {
                    starved[d] = append(starved[d], before);
                } else if (result.captured == 0) {
                    int after = order.workIndex(result.board, pits);
                    successor[d][before] = after;
                    predecessor[d][after] = before;
                }
            }
        }
    }

    /** There are few of them, so each may cost a copy. */
    private static int[] append(int[] sides, int side) {
        int[] longer = Arrays.copyOf(sides, sides.length + 1);
        longer[sides.length] = side;
        return longer;
    }
}
