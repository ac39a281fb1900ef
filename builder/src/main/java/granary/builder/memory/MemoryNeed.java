package granary.builder.memory;

/**
 * The working memory that a solver needs for a layer.
 *
 * @param state bytes of its state
 * @param temporary bytes of its temporary memory
 * @param order the order of the pages in a file that is used through a {@link FileWindow}; null when the solver needs all of its
 *     memory at once
 */
public record MemoryNeed(long state, long temporary, PageOrder order) {
    /** Creates a need of memory that is there all at once. */
    public MemoryNeed(long state, long temporary) {
        this(state, temporary, null);
    }

    /** Returns whether the solver can work through a {@link FileWindow}. */
    public boolean worksThroughWindow() {
        return order != null;
    }

    /** Returns all bytes. */
    public long total() {
        return state + temporary;
    }

    /** Returns a need that covers this one and another, one after the other. */
    public MemoryNeed and(MemoryNeed other) {
        return new MemoryNeed(
                Math.max(state, other.state),
                Math.max(temporary, other.temporary),
                other.worksThroughWindow() ? order : null);
    }
}
