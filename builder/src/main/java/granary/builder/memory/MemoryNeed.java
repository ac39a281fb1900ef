package granary.builder.memory;

/**
 * The working memory that a solver needs for a layer.
 *
 * @param state bytes of its state
 * @param temporary bytes of its temporary memory
 * @param order the order of the pages in a file that is used through a {@link FileWindow}; null when the solver needs all of its
 *     memory at once
 * @param basis the digest of the scores that the state is worked out of, so that nobody goes on with what was worked out of others: those
 *     of the layer below or, for distances alone, the layer's own; empty when that does not matter
 */
public record MemoryNeed(long state, long temporary, PageOrder order, String basis) {
    /** Creates a need of memory whose basis does not matter. */
    public MemoryNeed(long state, long temporary, PageOrder order) {
        this(state, temporary, order, "");
    }

    /** Creates a need of memory that is there all at once. */
    public MemoryNeed(long state, long temporary) {
        this(state, temporary, null);
    }

    /** Returns the same need on a basis. */
    public MemoryNeed of(String digest) {
        return new MemoryNeed(state, temporary, order, digest);
    }

    /**
     * Returns whether memory that another process left can be gone on with.
     *
     * @param found the basis of its state
     * @param note what it says that it holds: if that names this basis, it was worked out to the end and loaded no other scores
     */
    boolean goesOnWith(String found, String note) {
        return basis.isEmpty() || found.equals(basis) || note.endsWith(basis);
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
