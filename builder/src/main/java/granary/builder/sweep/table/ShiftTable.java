package granary.builder.sweep.table;

import granary.awari.Awari;
import java.util.BitSet;
import java.util.List;

/** The sides with a number of seeds after seeds cross over to them and none are captured. Immutable. */
public final class ShiftTable {
    /** Number of sides. */
    final int sides;
    /** {@link CrossingTable#successor} by crossing; null also for a crossing that does not occur. */
    public final int[][] successor;
    /** {@link CrossingTable#predecessor} by crossing; null also for a crossing that does not occur. */
    public final int[][] predecessor;
    /** {@link CrossingTable#starved} by crossing; null for a crossing that does not occur. */
    public final int[][] starved;

    /** Makes the table of the sides with a number of seeds, for the crossings that occur. */
    public ShiftTable(SideOrder order, Awari awari, int seeds, BitSet crossings) {
        this(
                order.size(seeds),
                crossings.stream()
                        .mapToObj(d -> new CrossingTable(order, awari, seeds, d))
                        .toList());
    }

    /**
     * Puts a table together.
     *
     * @param sides number of sides
     * @param occurring what becomes of them, for the crossings that occur
     */
    public ShiftTable(int sides, List<CrossingTable> occurring) {
        this.sides = sides;
        int crossingCount =
                1 + occurring.stream().mapToInt(each -> each.crossing).max().orElse(-1);
        successor = new int[crossingCount][];
        predecessor = new int[crossingCount][];
        starved = new int[crossingCount][];
        for (CrossingTable each : occurring) {
            successor[each.crossing] = each.successor;
            predecessor[each.crossing] = each.predecessor;
            starved[each.crossing] = each.starved;
        }
    }
}
