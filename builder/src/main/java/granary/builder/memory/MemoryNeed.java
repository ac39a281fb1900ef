package granary.builder.memory;

/**
 * The working memory that a solver needs for a layer.
 *
 * @param state bytes of {@link WorkingMemory#state}
 * @param temporary bytes of {@link WorkingMemory#temporary}
 * @param greatest what bytes hold: -greatest..greatest and {@link Byte#MIN_VALUE}; less than {@link Byte#MAX_VALUE} only if the
 *     solver uses the {@link WorkingMemory#window} when there is one, which then may take fewer bits for each
 * @param order how the pages of such a window lie in its file
 */
public record MemoryNeed(long state, long temporary, int greatest, PageOrder order) {
    /** A need of bytes that hold anything. */
    public MemoryNeed(long state, long temporary) {
        this(state, temporary, Byte.MAX_VALUE, PageOrder.OF_THE_WINDOW);
    }

    /** Returns whether the solver works through a {@link WorkingMemory#window} when there is one. */
    boolean usesWindow() {
        return greatest < Byte.MAX_VALUE;
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
                Math.max(greatest, other.greatest),
                total() == 0 ? other.order : order);
    }
}
