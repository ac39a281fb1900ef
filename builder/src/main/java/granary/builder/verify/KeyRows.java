package granary.builder.verify;

import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;

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
    private final RowDecoder layer;
    /** The other quantity after moves within the layer; the same for scores. */
    private final RowDecoder after;
    /** Null where the layer has no distances. */
    private final RowDecoder distances;

    private byte[] row = {};
    private byte[] distanceRow = {};
    private int[] keys = {};

    KeyRows(RowTasks tasks, Quantity quantity) {
        this.tasks = tasks;
        this.quantity = quantity;
        this.layer = quantity.rows(tasks.files, tasks.layer);
        this.after = quantity.other().rows(tasks.files, tasks.layer);
        this.distances = quantity == Quantity.SCORE ? tasks.distances() : null;
    }

    /** Makes a key of a score and a distance. */
    private interface Rule {
        short key(int score, int distance);
    }

    private static short[] table(Rule rule) {
        short[] table = new short[1 << 2 * Byte.SIZE];
        for (int score = Byte.MIN_VALUE; score <= Byte.MAX_VALUE; score++) {
            for (int distance = Byte.MIN_VALUE; distance <= Byte.MAX_VALUE; distance++) {
                table[index((byte) score, (byte) distance)] = rule.key(score, distance + RowTasks.DISTANCE_BIAS);
            }
        }
        return table;
    }

    /** Returns the place in a table of a score and a distance as rows have them. */
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
        reserve(count);
        int skip = after.decode(start, count, row);
        if (distances == null) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(row[skip + i], 0);
            }
            return keys;
        }
        int skipDistances = distances.decode(start, count, distanceRow);
        for (int i = 0; i < count; i++) {
            keys[i] = AFTER[index(row[skip + i], distanceRow[skipDistances + i])];
        }
        return keys;
    }

    /**
     * Returns the keys after moves that capture so much and reach some positions of a row.
     *
     * @param start the rank of the row's first position
     * @param places where in the row they are
     * @param begin index of the first of these places
     * @param stop index of the end
     */
    int[] reached(int captured, long start, int[] places, int begin, int stop) {
        RowDecoder scores = quantity.other().rows(tasks.files, tasks.layer - captured);
        int gain = quantity.ofCapture(captured);
        boolean plain = captured > 0 || distances == null;
        int count = stop - begin;
        int low = places[begin];
        int high = low;
        for (int i = begin; i < stop; i++) {
            low = Math.min(low, places[i]);
            high = Math.max(high, places[i]);
        }
        int length = high - low + 1;
        boolean single = length > DENSE * count;
        // More positions than the row is long: several sides of the opponent may become the same by captures.
        reserve(single ? count : Math.max(count, length));
        if (single) {
            scores.decode(start, places, begin, stop, row);
            if (plain) {
                for (int i = 0; i < count; i++) {
                    keys[i] = Key.after(row[i] - gain, 0);
                }
                return keys;
            }
            distances.decode(start, places, begin, stop, distanceRow);
            for (int i = 0; i < count; i++) {
                keys[i] = AFTER[index(row[i], distanceRow[i])];
            }
            return keys;
        }
        int at = scores.decode(start + low, length, row) - low;
        if (plain) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(row[at + places[begin + i]] - gain, 0);
            }
            return keys;
        }
        int atDistances = distances.decode(start + low, length, distanceRow) - low;
        for (int i = 0; i < count; i++) {
            int place = places[begin + i];
            keys[i] = AFTER[index(row[at + place], distanceRow[atDistances + place])];
        }
        return keys;
    }

    /**
     * Returns the keys that the best moves of a run of positions of the layer have, if they are right.
     *
     * @param start the rank of the first
     * @param count how many
     */
    int[] best(long start, int count) {
        reserve(count);
        int skip = layer.decode(start, count, row);
        if (distances == null) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(-row[skip + i], 0);
            }
            return keys;
        }
        int skipDistances = distances.decode(start, count, distanceRow);
        for (int i = 0; i < count; i++) {
            keys[i] = BEST[index(row[skip + i], distanceRow[skipDistances + i])];
        }
        return keys;
    }

    private void reserve(int count) {
        if (keys.length < count) {
            keys = new int[GROWTH * count];
            row = new byte[GROWTH * count + RowDecoder.SLACK];
            distanceRow = new byte[GROWTH * count + RowDecoder.SLACK];
        }
    }

    /** Returns the longest run of a row that is decoded for a number of positions. */
    static long longest(long positions) {
        return DENSE * positions;
    }

    /** Returns the most heap that rows take of which runs up to a length are decoded. */
    static long heapBytes(long longest) {
        return GROWTH * longest * (Integer.BYTES + 2 * Byte.BYTES);
    }
}
