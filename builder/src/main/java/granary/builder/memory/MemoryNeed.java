package granary.builder.memory;

/**
 * The working memory that a solver needs for a layer.
 *
 * @param state bytes of its state
 * @param temporary bytes of its temporary memory
 * @param order in which order pages lie in a file of which only some are in memory at a time; null when the solver needs all of
 *     its memory at once
 */
public record MemoryNeed(long state, long temporary, PageOrder order) {
    /** A need of memory that is there all at once. */
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

    /** Returns what suffices for this and for another need, one after the other. */
    public MemoryNeed and(MemoryNeed other) {
        return new MemoryNeed(
                Math.max(state, other.state),
                Math.max(temporary, other.temporary),
                other.worksThroughWindow() ? order : null);
    }
}
