package granary.builder.sweep.table;

import granary.awari.RuleSet;
import granary.builder.WorkerPool;
import java.util.Arrays;

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
    public CaptureLists(SideOrder order, RuleSet rules, int layerSeeds, int leftSeeds, WorkerPool pool) {
        int most = layerSeeds - leftSeeds;
        maxCaptured = Math.min(most, 3 * order.pits());
        lists = new int[most + 1][][];
        lists[0] = new int[0][];
        // The fewer seeds cross, the more sides they may meet: the longest task comes first.
        pool.run(most, (worker, number) -> {
            int crossed = (int) number + 1;
            lists[crossed] = byCaptured(order, new CaptureResult(order.pits(), rules), crossed, most - crossed);
        });
    }

    /** The pairs of one crossing, by the number of captured seeds. */
    private int[][] byCaptured(SideOrder order, CaptureResult result, int crossed, int opponentSeeds) {
        int[][] byCaptured = new int[maxCaptured + 1][];
        Arrays.fill(byCaptured, NONE);
        int[] lengths = new int[maxCaptured + 1];
        int[] side = new int[order.pits()];
        int crossing = Crossing.of(crossed, false);
        order.first(opponentSeeds, side);
        int index = 0;
        do {
            result.receive(side, crossing);
            if (result.captured > 0 && !result.grandSlam) {
                int captured = result.captured;
                int length = lengths[captured];
                if (length == byCaptured[captured].length) {
                    byCaptured[captured] = Arrays.copyOf(byCaptured[captured], Math.max(16, 2 * length));
                }
                byCaptured[captured][length] = index;
                byCaptured[captured][length + 1] = order.fileIndex(result.after);
                lengths[captured] = length + 2;
            }
            index++;
        } while (order.next(side));
        for (int captured = 0; captured <= maxCaptured; captured++) {
            byCaptured[captured] = Arrays.copyOf(byCaptured[captured], lengths[captured]);
        }
        return byCaptured;
    }

    /** Returns the most seeds that a move may capture. */
    public int maxCaptured() {
        return maxCaptured;
    }

    /** Returns the most seeds that may cross over. */
    public int maxCrossed() {
        return lists.length - 1;
    }

    /** Returns pairs of the opponent's side before, in work order, and after, in file order. */
    public int[] pairs(int crossed, int captured) {
        return lists[crossed][captured];
    }
}
