package granary.builder.sweep.layer;

import granary.builder.WorkerPool;
import java.util.Arrays;

/** Cuts several ranges into tasks of one parallel run, so that threads wait once, at the end of all. */
final class RangeTasks {
    private final int[] size;
    private final int[] taskSize;
    /** The number of each range's first task; the last entry is the number of all tasks. */
    private final long[] first;

    private int ranges;

    /** Runs a task. */
    interface Work {
        /**
         * Processes {@code from} (inclusive) to {@code to} (exclusive) of a range.
         *
         * @param worker as in {@link WorkerPool.Task}
         * @param range the number of the range, in the order in which ranges were added
         */
        void run(int worker, int range, int from, int to);
    }

    /** Begins without ranges, and has room for {@code maxRanges}. */
    RangeTasks(int maxRanges) {
        size = new int[maxRanges];
        taskSize = new int[maxRanges];
        first = new long[maxRanges + 1];
    }

    /** Adds a range, cut into tasks of at most {@code maxTaskSize}. */
    void add(int rangeSize, int maxTaskSize) {
        size[ranges] = rangeSize;
        taskSize[ranges] = maxTaskSize;
        first[ranges + 1] = first[ranges] + (rangeSize + maxTaskSize - 1) / maxTaskSize;
        ranges++;
    }

    /** Runs all tasks, in the order in which their ranges were added. */
    void run(WorkerPool pool, Work work) {
        pool.run(first[ranges], (worker, number) -> {
            int found = Arrays.binarySearch(first, 0, ranges + 1, number);
            // Of several ranges whose first task has this number, all but the last are empty.
            int range = found < 0 ? -found - 2 : found;
            while (first[range + 1] == number) {
                range++;
            }
            int from = (int) (number - first[range]) * taskSize[range];
            work.run(worker, range, from, Math.min(size[range], from + taskSize[range]));
        });
    }
}
