package granary.builder.sweep.layer;

import granary.builder.WorkerPool;
import java.util.Arrays;

/** Several ranges, each cut into pieces, as the tasks of one parallel run: there is one wait at the end of all. */
final class Pieces {
    private final int[] size;
    private final int[] piece;
    /** For each range the number of its first piece; one entry more at the end. */
    private final long[] first;

    private int ranges;

    /** What is done to a piece. */
    interface Work {
        /**
         * Works on a piece of a range.
         *
         * @param worker as in {@link WorkerPool.Task}
         * @param range the number of the range, in the order in which they were added
         * @param from the first
         * @param to the end
         */
        void run(int worker, int range, int from, int to);
    }

    /** Begins without ranges, for up to so many. */
    Pieces(int maxRanges) {
        size = new int[maxRanges];
        piece = new int[maxRanges];
        first = new long[maxRanges + 1];
    }

    /** Adds a range of a size, cut into pieces of at most a size. */
    void add(int rangeSize, int pieceSize) {
        size[ranges] = rangeSize;
        piece[ranges] = pieceSize;
        first[ranges + 1] = first[ranges] + (rangeSize + pieceSize - 1) / pieceSize;
        ranges++;
    }

    /** Works on all pieces, in the order in which they were added. */
    void run(WorkerPool pool, Work work) {
        pool.run(first[ranges], (worker, number) -> {
            int found = Arrays.binarySearch(first, 0, ranges + 1, number);
            // of several ranges that begin there, all but the last are empty
            int range = found < 0 ? -found - 2 : found;
            while (first[range + 1] == number) {
                range++;
            }
            int from = (int) (number - first[range]) * piece[range];
            work.run(worker, range, from, Math.min(size[range], from + piece[range]));
        });
    }
}
