package granary.builder.sweep;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The sowings of all sides with the same number of seeds: the side that is left and the delivery to the opponent.
 *
 * <p>They are held twice: side by side, and for each tile of 64 sides in runs of the same delivery, so that the inner
 * loop over a run is free of branches and reads neighbouring lines.
 */
final class MoveTable {
    static final int SIDE_BITS = 24;
    static final int SIDE_MASK = (1 << SIDE_BITS) - 1;

    private final int pits;
    /** First sowing of each side in {@link #moves}; one entry more at the end. */
    final int[] firstMove;
    /** Delivery and index of the side left, side by side. */
    final int[] moves;
    /** The deliveries that occur. */
    final BitSet deliveries = new BitSet();
    /** First run of each tile; one entry more at the end. */
    final int[] firstRun;
    /** For each run the common delivery. */
    final byte[] runDelivery;
    /** For each run the first of its sowings in {@link #sowings}; one entry more at the end. */
    final int[] runStart;
    /** Line within the tile and index of the side left, run by run. */
    final int[] sowings;

    MoveTable(SideOrder order, int seeds) {
        pits = order.pits();
        int size = order.size(seeds);
        firstMove = new int[size + 1];
        int[] all = new int[Math.multiplyExact(size, pits)];
        int[] side = new int[pits];
        SideSowing sowing = new SideSowing(pits);
        int count = 0;
        order.first(seeds, side);
        for (int index = 0; index < size; index++, order.next(side)) {
            firstMove[index] = count;
            for (int pit = 0; pit < pits; pit++) {
                if (side[pit] > 0) {
                    sowing.sow(side, pit);
                    all[count++] = sowing.delivery << SIDE_BITS | order.workIndex(sowing.left);
                    deliveries.set(sowing.delivery);
                }
            }
        }
        firstMove[size] = count;
        moves = Arrays.copyOf(all, count);

        int tiles = Tiles.count(size);
        firstRun = new int[tiles + 1];
        sowings = new int[count];
        byte[] runDeliveries = new byte[tiles * deliveries.cardinality()];
        int[] runStarts = new int[runDeliveries.length + 1];
        int[] byDelivery = new int[deliveries.length() + 1];
        int runs = 0;
        for (int tile = 0; tile < tiles; tile++) {
            int from = tile * Tiles.WIDTH;
            int to = Math.min(size, from + Tiles.WIDTH);
            Arrays.fill(byDelivery, 0);
            for (int i = firstMove[from]; i < firstMove[to]; i++) {
                byDelivery[delivery(moves[i])]++;
            }
            firstRun[tile] = runs;
            int start = firstMove[from];
            for (int d = 0; d < byDelivery.length; d++) {
                int length = byDelivery[d];
                byDelivery[d] = start;
                if (length > 0) {
                    runDeliveries[runs] = (byte) d;
                    runStarts[runs++] = start;
                }
                start += length;
            }
            for (int index = from; index < to; index++) {
                for (int i = firstMove[index]; i < firstMove[index + 1]; i++) {
                    sowings[byDelivery[delivery(moves[i])]++] = index - from << SIDE_BITS | sideLeft(moves[i]);
                }
            }
        }
        firstRun[tiles] = runs;
        runStarts[runs] = count;
        runDelivery = Arrays.copyOf(runDeliveries, runs);
        runStart = Arrays.copyOf(runStarts, runs + 1);
    }

    static int delivery(int move) {
        return move >>> SIDE_BITS;
    }

    static int lineInTile(int sowing) {
        return sowing >>> SIDE_BITS;
    }

    static int sideLeft(int move) {
        return move & SIDE_MASK;
    }
}
