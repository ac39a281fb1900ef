package granary.game;

/** Receives positions. */
@FunctionalInterface
public interface PositionVisitor {
    /**
     * Receives one position.
     *
     * @param position the position; the array is reused for the next one, so copy what you keep
     */
    void visit(int[] position);
}
