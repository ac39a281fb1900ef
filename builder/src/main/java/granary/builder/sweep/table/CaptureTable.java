package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.game.PositionIterator;
import org.agrona.collections.IntArrayList;

/**
 * The captures that a number of crossing seeds make on the opponent's sides with {@code seeds} seeds: for each number of
 * captured seeds the sides, and where in the row of the lower layer they lead. Immutable.
 */
public final class CaptureTable {
    private static final int[] NONE = {};

    /** By the number of captured seeds, pairs of the side before, in work order, and the side after, in file order. */
    private final int[][] pairs;

    /** Makes the table of the sides with so many seeds, for a crossing. */
    public CaptureTable(SideOrder order, Awari awari, int seeds, int crossing) {
        IntArrayList[] lists = new IntArrayList[seeds + Crossing.seeds(crossing) + 1];
        CaptureResult result = new CaptureResult(awari, Crossing.seeds(crossing));
        int[] side = new int[order.pits()];
        PositionIterator sides = order.iterate(seeds, 0);
        for (int index = 0; sides.next(side); index++) {
            result.receive(side, 0, crossing);
            if (result.captured > 0 && !result.starved) {
                if (lists[result.captured] == null) {
                    lists[result.captured] = new IntArrayList();
                }
                lists[result.captured].addInt(index);
                lists[result.captured].addInt(order.fileIndex(result.board, order.pits()));
            }
        }
        int length = lists.length;
        while (length > 0 && lists[length - 1] == null) {
            length--;
        }
        pairs = new int[length][];
        for (int captured = 0; captured < length; captured++) {
            pairs[captured] = lists[captured] == null ? NONE : lists[captured].toIntArray();
        }
    }

    /** Returns the most seeds that are captured, -1 when none ever are. */
    public int maxCaptured() {
        return pairs.length - 1;
    }

    /** Returns pairs of the side before, in work order, and after, in file order, for a number of captured seeds. */
    public int[] pairs(int captured) {
        return captured < pairs.length ? pairs[captured] : NONE;
    }
}
