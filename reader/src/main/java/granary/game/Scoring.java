package granary.game;

/**
 * The arithmetic of a game's scores: the value of a move given the score of the position it leads to, and which of two
 * scores a mover prefers.
 *
 * <p>Implementations are stateless and safe for use by any number of threads.
 */
public interface Scoring {
    /**
     * Returns the value of a move for the mover.
     *
     * @param captured the seeds that the move captures
     * @param successorScore the score of the position after the move, for the player to move there
     */
    int backUp(int captured, int successorScore);

    /** Returns whether a mover prefers {@code score} to {@code other}. */
    boolean isBetter(int score, int other);

    /** Returns the cycle value: the score of a position in which best play never ends. */
    int cycleValue();

    /**
     * Returns whether a score contains the number of moves that are left, so that a best move always makes progress. If it does not, as in
     * awari, play by best moves may go in circles, and a database may also hold distances to conversion.
     */
    boolean tellsDistance();

    /** Returns a score as text: with a sign, unless the scores of the game are not a difference between the players. */
    default String text(int score) {
        return score > 0 ? "+" + score : Integer.toString(score);
    }
}
