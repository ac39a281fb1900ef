package granary.builder.verify;

import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;
import java.util.function.IntBinaryOperator;

/** Reads rows of the files as {@link Key}s. Not thread-safe; each method overwrites what the last one returned. */
final class KeyRows {
    /** Decoding a whole row takes about a fifth of the time of decoding as many single values. */
    private static final int DENSE = 5;

    /** Room is made for this multiple of what is needed, so that it is made seldom. */
    private static final int GROWTH = 2;

    // The keys of all scores and distances. Those that occur in a layer fit the first cache, and to look one up
    // takes less time than its computation, which depends on the score's sign.
    private static final short[] AFTER = table(Key::after);
    private static final short[] BEST = table(Key::best);

    private final RowTasks tasks;
    final Quantity quantity;
    /** The distances of the layer; null if they are absent or of another quantity. */
    private final RowDecoder distances;

    private byte[] run = {};
    private byte[] row = {};
    private byte[] distanceRow = {};
    private int[] keys = {};

    KeyRows(RowTasks tasks, Quantity quantity) {
        this.tasks = tasks;
        this.quantity = quantity;
        this.distances = quantity == Quantity.SCORE ? tasks.distances : null;
    }

    private static short[] table(IntBinaryOperator key) {
        short[] table = new short[1 << 2 * Byte.SIZE];
        for (int score = Byte.MIN_VALUE; score <= Byte.MAX_VALUE; score++) {
            for (int distance = Byte.MIN_VALUE; distance <= Byte.MAX_VALUE; distance++) {
                table[index((byte) score, (byte) distance)] =
                        (short) key.applyAsInt(score, distance + RowTasks.DISTANCE_BIAS);
            }
        }
        return table;
    }

    /** Returns the index in a table of a score and a distance as rows have them. */
    private static int index(byte score, byte distance) {
        return (score & 0xff) << Byte.SIZE | distance & 0xff;
    }

    /**
     * Returns the keys after moves that reach a run of positions of the layer itself.
     *
     * @param start the rank of the first
     * @param count how many
     */
    int[] reached(long start, int count) {
        return keys(quantity.other(), 1, AFTER, start, count);
    }

    /**
     * Returns the keys that the best moves of a run of positions of the layer have, if they are right.
     *
     * @param start the rank of the first
     * @param count how many
     */
    int[] best(long start, int count) {
        return keys(quantity, -1, BEST, start, count);
    }

    private int[] keys(Quantity read, int sign, short[] table, long start, int count) {
        reserve(count);
        int skip = read.rows(tasks.files, tasks.layer).decode(start, count, row);
        if (distances == null) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(sign * row[skip + i], 0);
            }
            return keys;
        }
        int skipDistances = distances.decode(start, count, distanceRow);
        for (int i = 0; i < count; i++) {
            keys[i] = table[index(row[skip + i], distanceRow[skipDistances + i])];
        }
        return keys;
    }

    /**
     * Returns the keys after moves that capture a number of seeds and reach some positions of a row.
     *
     * @param start the rank of the row's first position
     * @param ranks the ranks of the positions in the row
     * @param begin index of the first of these
     * @param stop index of the end
     */
    int[] reached(int captured, long start, int[] ranks, int begin, int stop) {
        int count = stop - begin;
        int low = ranks[begin];
        int high = low;
        for (int i = begin; i < stop; i++) {
            low = Math.min(low, ranks[i]);
            high = Math.max(high, ranks[i]);
        }
        int length = high - low + 1;
        boolean isDense = length <= DENSE * count;
        // More positions than the row is long: several sides of the opponent may become the same by captures.
        reserve(isDense ? Math.max(count, length) : count);
        int dense = isDense ? length : 0;
        decode(quantity.other().rows(tasks.files, tasks.layer - captured), start, ranks, begin, stop, low, dense, row);
        if (captured > 0 || distances == null) {
            int gain = quantity.ofCapture(captured);
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(row[i] - gain, 0);
            }
            return keys;
        }
        decode(distances, start, ranks, begin, stop, low, dense, distanceRow);
        for (int i = 0; i < count; i++) {
            keys[i] = AFTER[index(row[i], distanceRow[i])];
        }
        return keys;
    }

    /** Decodes positions of a row: a run from the lowest on, or, if the length of the run is given as 0, one by one. */
    private void decode(
            RowDecoder decoder, long start, int[] ranks, int begin, int stop, int low, int length, byte[] values) {
        if (length == 0) {
            decoder.decode(start, ranks, begin, stop, values);
            return;
        }
        int at = decoder.decode(start + low, length, run) - low;
        for (int i = begin; i < stop; i++) {
            values[i - begin] = run[at + ranks[i]];
        }
    }

    private void reserve(int count) {
        if (keys.length < count) {
            keys = new int[GROWTH * count];
            run = new byte[GROWTH * count + RowDecoder.SLACK];
            row = new byte[run.length];
            distanceRow = new byte[run.length];
        }
    }

    /** Returns the longest run of a row that is decoded for a number of positions. */
    static long longest(long positions) {
        return DENSE * positions;
    }

    /** Returns the most heap that rows take of which runs up to a length are decoded. */
    static long heapBytes(long longest) {
        return GROWTH * longest * (Integer.BYTES + 3 * Byte.BYTES);
    }
}
