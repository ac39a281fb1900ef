package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.builder.rows.Crossing;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes of heap that the tables of a layer take, counted without making them. Checked against tables of 8 to 48 seeds: right to
 * 1%, and {@link #shuffles} to a third.
 */
public final class TableBytes {
    /** The header of an array, and what its length is rounded up by at the most. */
    private static final long ARRAY = 24;

    /** Bytes of a run of {@link MoveTable}. */
    private static final long RUN = Integer.BYTES + Byte.BYTES;

    /** {@link ShuffleTable} takes 2.4 to 3.9 bytes for each side and crossing, the most with vectors of 32 bytes. */
    private static final long SHUFFLE = 4;

    private final SideOrder order;
    private final int seeds;
    /** For each crossing the least seeds that a side must have for it. */
    private final Map<Integer, Integer> least = new HashMap<>();

    /** Prepares to count the tables of the layer with a number of seeds. */
    public TableBytes(Awari awari, int seeds) {
        this.order = new SideOrder(awari.pits());
        this.seeds = seeds;
        for (int pit = 0; pit < awari.pits(); pit++) {
            for (int sowing = 1; sowing <= seeds; sowing++) {
                int[] board = new int[2 * awari.pits()];
                board[pit] = sowing;
                least.merge(Crossing.after(board, Sowing.sow(board, pit)), sowing, Math::min);
            }
        }
    }

    /** Returns the bytes of the tables that a layer shares with those above it: sowings, places in file order, and crossings. */
    public long kept() {
        long sum = 0;
        for (int x = 0; x <= seeds; x++) {
            sum += moves(x) + array(sides(x)) + crossings(x);
        }
        return sum;
    }

    /**
     * Returns the bytes of the tables by which a layer is decompressed: for each side its sowings, its place and its row.
     */
    public long decompression() {
        long sum = 0;
        for (int x = 0; x <= seeds; x++) {
            sum += moves(x) + 2 * Long.BYTES * sides(x);
        }
        return sum;
    }

    private long moves(int x) {
        long tiles = Tiles.count(order.size(x));
        long runs = Math.min(sowings(x), tiles * crossingsOf(x));
        return array(sides(x) + 1) + 2 * array(sowings(x)) + array(tiles + 1) + RUN * runs + 2 * ARRAY;
    }

    /** Returns the number of sowings of all sides with a number of seeds: one of each pit that is not empty. */
    private long sowings(int x) {
        return x == 0 ? 0 : (long) order.pits() * sides(x - 1);
    }

    private int crossingsOf(int x) {
        return (int) least.values().stream().filter(needed -> needed <= x).count();
    }

    /** Returns the bytes of all {@link CrossingTable}s of the sides with a number of seeds: those of the other side make the crossings. */
    private long crossings(int x) {
        long sum = 0;
        for (int crossing : least.keySet()) {
            sum += least.get(crossing) <= seeds - x ? crossing(x, crossing) : 0;
        }
        return sum;
    }

    private long crossing(int x, int crossing) {
        int crossed = Crossing.seeds(crossing);
        if (crossed == 0) {
            return ARRAY;
        }
        long losers = Crossing.endsAtHome(crossing) ? 0 : Long.BYTES * Tiles.count(order.size(x));
        return array(sides(x)) + array(sides(x + crossed)) + ARRAY + losers;
    }

    /** Returns the bytes of all {@link PredecessorTable}s, which belong to one layer. */
    public long predecessors() {
        long sum = 0;
        for (int x = 0; x <= seeds; x++) {
            sum += array(sides(x) + 1) + ARRAY + Integer.BYTES * sowings(x);
        }
        return sum;
    }

    /** Returns about the bytes of all {@link ShuffleTable}s, which belong to one layer: too many rather than too few. */
    public long shuffles() {
        long sum = 0;
        for (int x = 0; x <= seeds; x++) {
            sum += SHUFFLE * sides(seeds - x) * crossingsOf(x);
        }
        return sum;
    }

    private long sides(int x) {
        return order.size(x);
    }

    private static long array(long ints) {
        return ARRAY + Integer.BYTES * ints;
    }
}
