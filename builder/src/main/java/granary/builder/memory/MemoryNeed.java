package granary.builder.memory;

/**
 * The working memory that a solver needs for a layer.
 *
 * @param bytes how many
 * @param order the order of the pages in a file that is used through a {@link FileWindow}; null when the solver needs all of its
 *     memory at once
 * @param basis the digest of the scores that a file is worked out of, so that nobody goes on with what was worked out of others;
 *     empty when that does not matter
 */
public record MemoryNeed(long bytes, PageOrder order, String basis) {
    /** Creates a need of memory whose basis does not matter. */
    public MemoryNeed(long bytes, PageOrder order) {
        this(bytes, order, "");
    }

    /** Creates a need of memory that is there all at once. */
    public MemoryNeed(long bytes) {
        this(bytes, null);
    }

    /** Returns the same need on a basis. */
    public MemoryNeed of(String digest) {
        return new MemoryNeed(bytes, order, digest);
    }

    /** Returns whether the solver can work through a {@link FileWindow}. */
    public boolean worksThroughWindow() {
        return order != null;
    }

    /** Returns a need of memory at once that covers this one and another, one after the other. */
    public MemoryNeed and(MemoryNeed other) {
        return new MemoryNeed(Math.max(bytes, other.bytes));
    }
}
