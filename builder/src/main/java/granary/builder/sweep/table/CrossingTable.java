package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.IntArrayList;

/** The sides with a number of seeds after a crossing reaches them. The mover's side does not matter. Immutable. */
public final class CrossingTable {
    private static final int[] NONE = {};

    /**
     * By the side, the fuller side that it becomes, or when it loses seeds the complement of what is left, counted in file order from
     * the side without seeds on, which is negative. Null for {@link Crossing#NONE}.
     */
    public final int[] successor;
    /** The inverse: by the fuller side, the side before, or -1; null for {@link Crossing#NONE}. */
    public final int[] predecessor;
    /** The sides that are left without seeds, which no ordinary move does, in work order. */
    public final int[] starved;

    /** For each tile of sides those that lose some seeds and not all: a bit for each. Empty if no side does. */
    public final long[] losers;
    /** Which numbers of seeds they lose: a bit for each. */
    public final long losses;

    /** Makes the tables of the sides with a number of seeds, by crossing; null for those that are not wanted. */
    public static CrossingTable[] all(SideOrder order, Awari awari, int seeds, BitSet wanted) {
        CrossingTable[] tables = new CrossingTable[wanted.length()];
        wanted.stream().forEach(crossing -> tables[crossing] = new CrossingTable(order, awari, seeds, crossing));
        return tables;
    }

    /** Makes the table of the sides with a number of seeds, for a crossing. */
    public CrossingTable(SideOrder order, Awari awari, int seeds, int crossing) {
        if (crossing == Crossing.NONE) {
            // nothing changes on the side, and all of them hold as many seeds
            successor = null;
            predecessor = null;
            starved = seeds == 0 ? new int[] {0} : NONE;
            losers = new long[0];
            losses = 0;
            return;
        }
        int fuller = seeds + Crossing.seeds(crossing);
        successor = new int[order.size(seeds)];
        predecessor = new int[order.size(fuller)];
        Arrays.fill(predecessor, -1);
        IntArrayList left = new IntArrayList();
        long[] losing = new long[Tiles.count(successor.length)];
        long lost = 0;
        CaptureResult result = new CaptureResult(awari, Crossing.seeds(crossing));
        int[] side = new int[order.pits()];
        PositionIterator all = order.iterate(seeds);
        for (int before = 0; all.next(side); before++) {
            result.receive(side, 0, crossing);
            if (result.captured == 0 && !result.starved) {
                int after = order.workIndex(result.board, order.pits());
                successor[before] = after;
                predecessor[after] = before;
            } else {
                successor[before] =
                        ~(order.fewer(fuller - result.captured) + order.fileIndex(result.board, order.pits()));
                if (result.starved) {
                    left.addInt(before);
                } else {
                    losing[before / Tiles.WIDTH] |= 1L << before;
                    lost |= 1L << result.captured;
                }
            }
        }
        starved = left.toIntArray();
        losers = lost == 0 ? new long[0] : losing;
        losses = lost;
    }
}
