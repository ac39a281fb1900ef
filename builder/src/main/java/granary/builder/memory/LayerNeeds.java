package granary.builder.memory;

import java.util.function.LongUnaryOperator;

/**
 * The memory that a solver needs for files of a layer, and the number of steps that it reports.
 *
 * @param bytes of working memory
 * @param heap the most bytes of Java heap that its tables and buffers take
 * @param outOfCore how it works if the working memory does not fit into the main memory; null when it needs all of it at once
 * @param steps the steps that the solver reports to its monitor
 * @param source the digest of the scores from which the working memory is computed, so that nobody resumes from working memory of others;
 *     empty when that does not matter
 */
public record LayerNeeds(long bytes, long heap, OutOfCore outOfCore, long steps, String source) {
    /** No needs. */
    public static final LayerNeeds NONE = new LayerNeeds(0, 0, 0);

    /**
     * The needs of a solver that works through a {@link BufferPool}.
     *
     * @param order the order of the pages in the file
     * @param memory about the bytes of the working memory that have to be in main memory at a time
     * @param heap the most bytes of Java heap when a number of bytes of the working memory are in main memory at a time
     */
    public record OutOfCore(BufferPool.PageOrder order, long memory, LongUnaryOperator heap) {}

    /** Creates needs of working memory that has to be in main memory all at once. */
    public LayerNeeds(long bytes, long heap, long steps) {
        this(bytes, heap, null, steps, "");
    }

    /** Returns the same needs, for working memory that is computed from scores with a digest. */
    public LayerNeeds on(String digest) {
        return new LayerNeeds(bytes, heap, outOfCore, steps, digest);
    }

    /** Returns the same needs with fewer steps. */
    public LayerNeeds without(long fewer) {
        return new LayerNeeds(bytes, heap, outOfCore, steps - fewer, source);
    }

    /** Returns the needs of this solver and then another, in the same main memory. */
    public LayerNeeds and(LayerNeeds other) {
        return new LayerNeeds(
                Math.max(bytes, other.bytes), Math.max(heap, other.heap), null, steps + other.steps, source);
    }
}
