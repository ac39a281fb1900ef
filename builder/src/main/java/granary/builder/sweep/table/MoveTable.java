package granary.builder.sweep.table;

import granary.awari.Sowing;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The sowings of all sides with the same number of seeds: the side that each leaves, and its {@link Crossing}. Immutable.
 *
 * <p>They are held twice: side by side, and for each tile of 64 sides in runs of the same crossing, so that the inner
 * loop over a run is free of branches and reads neighbouring lines.
 */
public final class MoveTable {
    private static final int INDEX_MASK = (1 << SideOrder.INDEX_BITS) - 1;

    /** First sowing of each side in {@link #moves}; one entry more at the end. */
    public final int[] firstMove;
    /** Crossing and index of the side left, side by side. */
    public final int[] moves;
    /** The crossings that occur. */
    public final BitSet crossings = new BitSet();
    /** First run of each tile; one entry more at the end. */
    public final int[] firstRun;
    /** For each run the common crossing. */
    public final byte[] runCrossing;
    /** For each run the first of its sowings in {@link #sowings}; one entry more at the end. */
    public final int[] runStart;
    /** Line within the tile and index of the side left, run by run. */
    public final int[] sowings;

    /** Makes the table of the sides with a number of seeds. */
    public MoveTable(SideOrder order, int seeds) {
        int pits = order.pits();
        int size = order.size(seeds);
        firstMove = new int[size + 1];
        moves = new int[seeds == 0 ? 0 : Math.multiplyExact(pits, order.size(seeds - 1))];
        int[] side = new int[pits];
        int[] board = new int[2 * pits];
        PositionIterator sides = order.iterate(seeds);
        int count = 0;
        for (int index = 0; index < size; index++) {
            sides.next(side);
            firstMove[index] = count;
            for (int pit = 0; pit < pits; pit++) {
                if (side[pit] > 0) {
                    Arrays.fill(board, 0);
                    System.arraycopy(side, 0, board, 0, pits);
                    int crossing = Crossing.after(board, Sowing.sow(board, pit));
                    moves[count++] = crossing << SideOrder.INDEX_BITS | order.workIndex(board, 0);
                    crossings.set(crossing);
                }
            }
        }
        firstMove[size] = count;

        int tiles = Tiles.count(size);
        firstRun = new int[tiles + 1];
        sowings = new int[count];
        byte[] runCrossings = new byte[tiles * crossings.cardinality()];
        int[] runStarts = new int[runCrossings.length + 1];
        int[] byCrossing = new int[crossings.length() + 1];
        int runs = 0;
        for (int tile = 0; tile < tiles; tile++) {
            int from = tile * Tiles.WIDTH;
            int to = Math.min(size, from + Tiles.WIDTH);
            Arrays.fill(byCrossing, 0);
            for (int i = firstMove[from]; i < firstMove[to]; i++) {
                byCrossing[crossing(moves[i])]++;
            }
            firstRun[tile] = runs;
            int next = firstMove[from];
            for (int d = 0; d < byCrossing.length; d++) {
                int length = byCrossing[d];
                byCrossing[d] = next;
                if (length > 0) {
                    runCrossings[runs] = (byte) d;
                    runStarts[runs++] = next;
                }
                next += length;
            }
            for (int index = from; index < to; index++) {
                for (int i = firstMove[index]; i < firstMove[index + 1]; i++) {
                    sowings[byCrossing[crossing(moves[i])]++] =
                            index - from << SideOrder.INDEX_BITS | sideLeft(moves[i]);
                }
            }
        }
        firstRun[tiles] = runs;
        runStarts[runs] = count;
        runCrossing = Arrays.copyOf(runCrossings, runs);
        runStart = Arrays.copyOf(runStarts, runs + 1);
    }

    /** Returns the crossing of an entry of {@link #moves}. */
    public static int crossing(int move) {
        return move >>> SideOrder.INDEX_BITS;
    }

    /** Returns the line of an entry of {@link #sowings}. */
    public static int lineInTile(int sowing) {
        return sowing >>> SideOrder.INDEX_BITS;
    }

    /** Returns the index of the side that an entry of {@link #moves} or {@link #sowings} leaves. */
    public static int sideLeft(int move) {
        return move & INDEX_MASK;
    }
}
