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
}
