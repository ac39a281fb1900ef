package granary.format;

import granary.storage.Prefetch;

/**
 * The values of one layer by rank: scores, distances or bounds, decoded from its file on each call. Any number of threads may use it.
 * Lookups throw {@link granary.error.DamagedFileException} when they use a chunk for the first time and it is damaged, {@link
 * granary.error.ReadFaultException} when the file cannot be read, and {@link IndexOutOfBoundsException} when a rank or a range is out of
 * bounds.
 *
 * <p>A table from a database that was closed since still answers if the file is mapped or in the heap, and keeps it
 * there. Where each lookup reads the file ({@link granary.storage.Access#POSITIONED}), it throws {@link IllegalStateException} then.
 */
public abstract class LayerTable {
    /** Makes a table. */
    protected LayerTable() {}

    /** Returns the number of positions. */
    public abstract long positions();

    /** Returns the highest value that the file can hold. */
    public abstract int maximum();

    /**
     * Returns the value at a rank. Packed, it costs one load from the file and six multiplications, and allocates nothing once
     * the chunk is checked; compressed, it costs the decoding of a compressed block, or of one for each move if the score is not stored.
     *
     * @param rank 0 .. positions - 1
     */
    public abstract int value(long rank);

    /**
     * Adds the bytes that {@link #value} reads, if the table knows them beforehand.
     *
     * @param rank 0 .. positions - 1
     */
    public void prefetch(long rank, Prefetch prefetch) {}

    /**
     * Compares the checksums of the chunks that hold some values, unless they are checked already or this table checks none. For
     * callers that decode the file themselves.
     *
     * @param rank rank of the first value, 0 .. positions - count
     * @param count the number of values
     */
    public abstract void check(long rank, long count);

    /**
     * Copies consecutive values.
     *
     * @param rank rank of the first value, 0 .. positions - count
     * @param count the number of values
     * @param target receives the values
     * @param at index of the first in the target
     */
    public abstract void values(long rank, int count, int[] target, int at);

    /**
     * Looks up many positions, with overlapping cache misses. Allocates nothing. {@code granary.database.Batch} does the same for
     * boards, and keeps the working memory.
     *
     * @param ranks the positions' ranks, each 0 .. positions - 1, in any order
     * @param from index of the first rank
     * @param count the number of positions; 32 to 128 are best
     * @param addresses working memory of {@code count} longs
     * @param numbers working memory of {@code count} longs
     * @param target receives the values
     * @param at index of the first in the target
     */
    public abstract void values(
            long[] ranks, int from, int count, long[] addresses, long[] numbers, int[] target, int at);
}
