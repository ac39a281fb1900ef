package granary.builder.sweep;

import granary.awari.RuleSet;
import java.util.Arrays;

/**
 * The capturing moves of a layer after which the mover's own side holds {@code leftSeeds} seeds: for each delivery
 * and each number of captured seeds the opponent's sides, and where in the row of the lower layer they lead.
 */
final class CaptureLists {
    private static final int[] NONE = {};

    /** {@code lists[crossed][captured]}: pairs of the side before, in work order, and the side after, in file order. */
    private final int[][][] lists;

    private final int maxCaptured;

    CaptureLists(SideOrder order, RuleSet rules, int layerSeeds, int leftSeeds) {
        int pits = order.pits();
        int most = layerSeeds - leftSeeds;
        maxCaptured = Math.min(most, 3 * pits);
        lists = new int[most + 1][maxCaptured + 1][];
        int[] lengths = new int[maxCaptured + 1];
        int[] side = new int[pits];
        Landing landing = new Landing(pits, rules);
        for (int crossed = 1; crossed <= most; crossed++) {
            int[][] byCaptured = lists[crossed];
            Arrays.fill(byCaptured, NONE);
            Arrays.fill(lengths, 0);
            int delivery = SideSowing.delivery(crossed, false);
            order.first(most - crossed, side);
            int index = 0;
            do {
                landing.land(side, delivery);
                if (landing.captured > 0 && !landing.forbidden) {
                    int captured = landing.captured;
                    int length = lengths[captured];
                    if (length == byCaptured[captured].length) {
                        byCaptured[captured] = Arrays.copyOf(byCaptured[captured], Math.max(16, 2 * length));
                    }
                    byCaptured[captured][length] = index;
                    byCaptured[captured][length + 1] = order.fileIndex(landing.after);
                    lengths[captured] = length + 2;
                }
                index++;
            } while (order.next(side));
            for (int captured = 0; captured <= maxCaptured; captured++) {
                byCaptured[captured] = Arrays.copyOf(byCaptured[captured], lengths[captured]);
            }
        }
    }

    int maxCaptured() {
        return maxCaptured;
    }

    int maxCrossed() {
        return lists.length - 1;
    }

    int[] pairs(int crossed, int captured) {
        return lists[crossed][captured];
    }
}
