package granary.statistics;

/**
 * What the moves of a layer's positions show.
 *
 * @param legalMoves positions by the number of legal moves; 0 where the game is over
 * @param bestMoves positions by the number of moves that keep the score; 0 where the game is over
 * @param onlyMoves positions with several legal moves of which one alone keeps the score
 * @param captures moves that capture, or in other games have a reward
 * @param captured the seeds that these capture
 * @param circling positions of the cycle value with moves, no best one of which leaves the layer
 */
public record MoveStatistics(
        Histogram legalMoves, Histogram bestMoves, long onlyMoves, long captures, long captured, long circling) {
    /** Returns the number of moves. */
    public long moves() {
        return legalMoves.sum();
    }
}
