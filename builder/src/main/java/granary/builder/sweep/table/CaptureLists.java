package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.builder.WorkerPool;
import granary.game.PositionIterator;
import org.agrona.collections.IntArrayList;

/**
 * The capturing moves of a layer after which the mover's own side holds {@code leftSeeds} seeds: for each number of
 * crossing seeds and of captured seeds the opponent's sides, and where in the row of the lower layer they lead.
 * Immutable.
 */
public final class CaptureLists {
    private static final int[] NONE = {};

    /** {@code lists[crossed][captured]}: pairs of the side before, in work order, and the side after, in file order. */
    private final int[][][] lists;

    private final int maxCaptured;

    /** Lists them by all threads. */
    public CaptureLists(SideOrder order, Awari awari, int layerSeeds, int leftSeeds, WorkerPool pool) {
        int most = layerSeeds - leftSeeds;
        maxCaptured = Math.min(most, 3 * order.pits());
        lists = new int[most + 1][][];
        lists[0] = new int[0][];
        // The fewer seeds cross, the more sides they may meet: the longest task comes first.
        pool.run(most, (worker, number) -> {
            int crossed = (int) number + 1;
            lists[crossed] = byCaptured(order, new CaptureResult(awari, most), crossed, most - crossed);
        });
    }

    /** The pairs of one crossing, by the number of captured seeds. */
    private int[][] byCaptured(SideOrder order, CaptureResult result, int crossed, int opponentSeeds) {
        IntArrayList[] pairs = new IntArrayList[maxCaptured + 1];
        int[] side = new int[order.pits()];
        PositionIterator sides = order.iterate(opponentSeeds, 0);
        for (int index = 0; sides.next(side); index++) {
            result.receive(side, 0, Crossing.of(crossed, false));
            if (result.captured > 0 && !result.starved) {
                if (pairs[result.captured] == null) {
                    pairs[result.captured] = new IntArrayList();
                }
                pairs[result.captured].addInt(index);
                pairs[result.captured].addInt(order.fileIndex(result.board, order.pits()));
            }
        }
        int[][] byCaptured = new int[maxCaptured + 1][];
        for (int captured = 0; captured <= maxCaptured; captured++) {
            byCaptured[captured] = pairs[captured] == null ? NONE : pairs[captured].toIntArray();
        }
        return byCaptured;
    }

    /** Returns the most seeds that a move may capture. */
    public int maxCaptured() {
        return maxCaptured;
    }

    /** Returns pairs of the opponent's side before, in work order, and after, in file order. */
    public int[] pairs(int crossing, int captured) {
        return Crossing.endsAtHome(crossing) ? NONE : lists[Crossing.seeds(crossing)][captured];
    }
}
