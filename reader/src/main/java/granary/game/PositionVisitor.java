package granary.game;

/** Receives positions. */
@FunctionalInterface
public interface PositionVisitor {
    /**
     * Takes one position.
     *
     * @param position the position; the array is reused for the next one, so copy what must last
     */
    void visit(int[] position);
}
