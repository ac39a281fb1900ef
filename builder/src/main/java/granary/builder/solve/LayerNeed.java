package granary.builder.solve;

import granary.builder.memory.MemoryNeed;
import java.util.function.LongUnaryOperator;

/**
 * What a solver needs for a layer, and how many steps it reports.
 *
 * @param memory the working memory
 * @param heap the most bytes of Java heap that its tables and buffers take
 * @param window what it takes if the working memory is a file that does not fit into the main memory; null when it needs all of its
 *     memory at once
 * @param steps the steps that the solver reports to its monitor
 */
public record LayerNeed(MemoryNeed memory, long heap, Window window, long steps) {
    /** Nothing at all. */
    public static final LayerNeed NONE = new LayerNeed(new MemoryNeed(0), 0, 0);

    /**
     * What a solver takes that works through a window.
     *
     * @param memory about the bytes of the working memory that have to be in main memory at a time
     * @param heap the most bytes of Java heap when a number of bytes of the working memory are in main memory at a time
     */
    public record Window(long memory, LongUnaryOperator heap) {}

    /** Creates a need of working memory that has to be in main memory all at once. */
    public LayerNeed(MemoryNeed memory, long heap, long steps) {
        this(memory, heap, null, steps);
    }

    /** Returns the same need of working memory that is worked out of some scores. */
    public LayerNeed on(String digest) {
        return new LayerNeed(memory.of(digest), heap, window, steps);
    }

    /** Returns a need that covers this one and another, one after the other, all in main memory. */
    public LayerNeed and(LayerNeed other) {
        return new LayerNeed(memory.and(other.memory), Math.max(heap, other.heap), null, steps + other.steps);
    }
}
