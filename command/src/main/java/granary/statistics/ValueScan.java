package granary.statistics;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.builder.store.PackedLayer;
import granary.builder.store.RowDecoder;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Counts the values of a layer's file as fast as they can be decoded, and finds the first positions with the highest.
 */
final class ValueScan {
    /** The number of values in a task: few enough for int counters, and some tenths of a millisecond of work. */
    static final int RANGE = 1 << 18;

    /** Bytes of heap of a thread: values that need not fit bytes. */
    static final long HEAP_BYTES = 4L * RANGE;

    /** The most different digits that a byte can hold. */
    private static final int BYTES = 1 << Byte.SIZE;

    static final int EXAMPLES = 3;

    private final LayerFiles files;
    private final FileKind kind;
    private final int layer;
    private final WorkerPool pool;
    private final Monitor monitor;
    private final Share share;

    ValueScan(LayerFiles files, FileKind kind, int layer, Share share, WorkerPool pool, Monitor monitor) {
        this.share = share;
        this.files = files;
        this.kind = kind;
        this.layer = layer;
        this.pool = pool;
        this.monitor = monitor;
    }

    /**
     * The counts of a file.
     *
     * @param values positions by value
     * @param highest the ranks of the first positions with the highest value that the file could hold
     */
    record Result(Histogram values, List<Long> highest) implements Serializable {
        /** Returns the sum of two results. */
        Result plus(Result other) {
            TreeSet<Long> all = new TreeSet<>(highest);
            all.addAll(other.highest);
            return new Result(
                    values.plus(other.values), all.stream().limit(EXAMPLES).toList());
        }
    }

    Result run() {
        PackedLayer packed = files.packed(kind, layer);
        LayerHeader header = packed.header();
        return header.packing().radix() <= BYTES
                ? bytes(header, packed.table(), packed.digits(BYTES / 2))
                : words(header, packed.table());
    }

    /** Counts values that fit bytes, thousands at a time. */
    private Result bytes(LayerHeader header, LayerTable table, RowDecoder packed) {
        int radix = header.packing().radix();
        byte[][] buffers = new byte[pool.threads()][];
        return scan(header.minimum(), radix, header.positions(), (worker, first, count, counters) -> {
            if (buffers[worker] == null) {
                buffers[worker] = new byte[RANGE + RowDecoder.SLACK];
            }
            byte[] digits = buffers[worker];
            table.check(first, count);
            int skip = packed.decode(first, count, digits);
            count(digits, skip, count, counters);
            List<Long> highest = new ArrayList<>();
            if (counters[radix - 1] > 0) {
                byte wanted = (byte) (radix - 1 - BYTES / 2);
                for (int i = 0; i < count && highest.size() < EXAMPLES; i++) {
                    if (digits[skip + i] == wanted) {
                        highest.add(first + i);
                    }
                }
            }
            return highest;
        });
    }

    /**
     * Uses four counters for each digit. Most digits equal the one before, and with one counter each addition would
     * wait for the previous one.
     */
    private static void count(byte[] digits, int skip, int count, long[] counters) {
        int[] c0 = new int[BYTES];
        int[] c1 = new int[BYTES];
        int[] c2 = new int[BYTES];
        int[] c3 = new int[BYTES];
        int end = skip + count;
        int i = skip;
        for (; i + 3 < end; i += 4) {
            c0[digits[i] + BYTES / 2]++;
            c1[digits[i + 1] + BYTES / 2]++;
            c2[digits[i + 2] + BYTES / 2]++;
            c3[digits[i + 3] + BYTES / 2]++;
        }
        for (; i < end; i++) {
            c0[digits[i] + BYTES / 2]++;
        }
        for (int digit = 0; digit < counters.length; digit++) {
            counters[digit] = (long) c0[digit] + c1[digit] + c2[digit] + c3[digit];
        }
    }

    /** Counts values of any size, group by group. */
    private Result words(LayerHeader header, LayerTable table) {
        int minimum = header.minimum();
        int radix = header.packing().radix();
        int[][] buffers = new int[pool.threads()][];
        return scan(minimum, radix, header.positions(), (worker, first, count, counters) -> {
            if (buffers[worker] == null) {
                buffers[worker] = new int[RANGE];
            }
            int[] values = buffers[worker];
            table.values(first, count, values, 0);
            List<Long> highest = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                counters[values[i] - minimum]++;
                if (values[i] - minimum == radix - 1 && highest.size() < EXAMPLES) {
                    highest.add(first + i);
                }
            }
            return highest;
        });
    }

    /** Counts a range into zeroed counters, and returns the first ranks of the highest value. */
    private interface Range {
        List<Long> count(int worker, long first, int count, long[] counters);
    }

    private Result scan(int minimum, int values, long positions, Range range) {
        long[] total = new long[values];
        TreeSet<Long> highest = new TreeSet<>();
        pool.run((positions + RANGE - 1) / RANGE, (worker, number) -> {
            if (!share.has(number)) {
                return;
            }
            long first = number * RANGE;
            int count = (int) Math.min(RANGE, positions - first);
            long[] counters = new long[values];
            List<Long> found = range.count(worker, first, count, counters);
            synchronized (total) {
                for (int i = 0; i < values; i++) {
                    total[i] += counters[i];
                }
                highest.addAll(found);
                while (highest.size() > EXAMPLES) {
                    highest.pollLast();
                }
            }
            monitor.advance(count);
        });
        return new Result(Histogram.of(minimum, total), List.copyOf(highest));
    }
}
