package granary.statistics;

/**
 * Counts about the moves of a layer's positions.
 *
 * @param legalMoves positions by the number of legal moves; 0 if the game is over
 * @param bestMoves positions by the number of moves that keep the score; 0 if the game is over
 * @param onlyMoves positions with several legal moves, of which exactly one keeps the score
 * @param captures moves that capture
 * @param captured the seeds captured by these moves
 * @param circling positions with moves whose score is the cycle value, and from which no best move leaves the layer
 */
public record MoveStatistics(
        Histogram legalMoves, Histogram bestMoves, long onlyMoves, long captures, long captured, long circling) {
    /** Returns the number of moves. */
    public long moves() {
        return legalMoves.sum();
    }
}
