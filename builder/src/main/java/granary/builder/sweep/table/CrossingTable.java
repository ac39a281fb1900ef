package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/** The sides with a number of seeds after a crossing reaches them. The mover's side does not matter. Immutable. */
public final class CrossingTable {
    private static final int[] NONE = {};

    /** The crossing. */
    final int crossing;
    /** By the side, the fuller side that it becomes, or -1 when it loses seeds; null for {@link Crossing#NONE}. */
    public final int[] successor;
    /** The inverse: by the fuller side, the side before, or -1; null for {@link Crossing#NONE}. */
    final int[] predecessor;
    /** The sides that are left without seeds, which no ordinary move does, in work order. */
    public final int[] starved;

    private final int[][] pairs;

    /** Makes the table of the sides with a number of seeds, for a crossing. */
    public CrossingTable(SideOrder order, Awari awari, int seeds, int crossing) {
        this.crossing = crossing;
        if (crossing == Crossing.NONE) {
            // nothing changes on the side, and all of them hold as many seeds
            successor = null;
            predecessor = null;
            starved = seeds == 0 ? new int[] {0} : NONE;
            pairs = new int[0][];
            return;
        }
        int fuller = seeds + Crossing.seeds(crossing);
        successor = new int[order.size(seeds)];
        predecessor = new int[order.size(fuller)];
        Arrays.fill(successor, -1);
        Arrays.fill(predecessor, -1);
        IntArrayList left = new IntArrayList();
        IntArrayList[] lists = new IntArrayList[fuller + 1];
        int most = -1;
        CaptureResult result = new CaptureResult(awari, Crossing.seeds(crossing));
        int[] side = new int[order.pits()];
        PositionIterator all = order.iterate(seeds, 0);
        for (int before = 0; all.next(side); before++) {
            result.receive(side, 0, crossing);
            if (result.starved) {
                left.addInt(before);
            } else if (result.captured == 0) {
                int after = order.workIndex(result.board, order.pits());
                successor[before] = after;
                predecessor[after] = before;
            } else {
                IntArrayList list = lists[result.captured] == null ? new IntArrayList() : lists[result.captured];
                list.addInt(before);
                list.addInt(order.fileIndex(result.board, order.pits()));
                lists[result.captured] = list;
                most = Math.max(most, result.captured);
            }
        }
        starved = left.toIntArray();
        pairs = new int[most + 1][];
        Arrays.setAll(pairs, captured -> lists[captured] == null ? NONE : lists[captured].toIntArray());
    }

    /** Returns the most seeds that are captured, -1 when none ever are. */
    public int maxCaptured() {
        return pairs.length - 1;
    }

    /**
     * Returns the sides that lose a number of seeds: pairs of the side before, in work order, and the side after, in file
     * order.
     */
    public int[] pairs(int captured) {
        return captured < pairs.length ? pairs[captured] : NONE;
    }
}
