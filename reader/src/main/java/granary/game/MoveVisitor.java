package granary.game;

/** Receives the legal moves of a position. */
@FunctionalInterface
public interface MoveVisitor {
    /**
     * Receives one move.
     *
     * @param move the number of the move, whose meaning is the game's own (awari: the pit, from 0)
     * @param captured the seeds captured; 0 in games without captures
     * @param successor the position after the move as the next mover sees it; the array is reused for the next move, so copy what you keep
     */
    void visit(int move, int captured, int[] successor);
}
