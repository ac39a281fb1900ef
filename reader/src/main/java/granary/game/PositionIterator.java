package granary.game;

/** Iterates over the positions of a layer in rank order. Not safe for use by more than one thread. */
public interface PositionIterator {
    /**
     * Writes the next position.
     *
     * @param position array of {@link Game#cells()} cells, overwritten
     * @return whether there was one
     */
    boolean next(int[] position);
}
