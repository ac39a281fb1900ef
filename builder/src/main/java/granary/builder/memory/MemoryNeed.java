package granary.builder.memory;

/**
 * The working memory that a solver needs for a layer.
 *
 * @param state bytes of {@link WorkingMemory#state}
 * @param temporary bytes of {@link WorkingMemory#temporary}
 */
public record MemoryNeed(long state, long temporary) {
    /** Returns all bytes. */
    public long total() {
        return state + temporary;
    }

    /** Returns what suffices for this and for another need, one after the other. */
    public MemoryNeed and(MemoryNeed other) {
        return new MemoryNeed(Math.max(state, other.state), Math.max(temporary, other.temporary));
    }
}
