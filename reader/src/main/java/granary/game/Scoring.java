package granary.game;

/**
 * How the scores of a game combine: the value of a move given the score of the position it leads to, which of two
 * scores a mover prefers, and in which order retrograde analysis settles them.
 *
 * <p>Implementations are stateless and safe for use by any number of threads.
 */
public interface Scoring {
    /**
     * Returns the value of a move for the mover.
     *
     * @param reward the immediate reward of the move, such as seeds captured
     * @param successorScore the score of the position after the move, for the player to move there
     */
    int backUp(int reward, int successorScore);

    /** Returns whether a mover prefers {@code score} to {@code other}. */
    boolean isBetter(int score, int other);

    /** Returns the cycle value: the score of a position in which best play never ends. */
    int cycleValue();

    /**
     * Returns whether a score tells how many moves are left, so that a best move always makes progress. If it does not, as in
     * awari, play by best moves may go in circles, and a database may also hold distances to conversion.
     */
    boolean tellsDistance();

    /** Returns a score as text: with a sign, unless the scores of the game are not a difference between the players. */
    default String text(int score) {
        return score > 0 ? "+" + score : Integer.toString(score);
    }

    /** The stage of a score that an unknown move could always improve. */
    int NEVER = Integer.MAX_VALUE;

    /**
     * Returns the stage of retrograde analysis, from 0, at which no unknown move can improve on a score any more,
     * because every better score was settled in an earlier stage; {@link #NEVER} for a score that is only final when
     * every move is known, such as a loss.
     *
     * @param layer the layer of the position
     * @param score a score of that layer
     */
    int stage(int layer, int score);
}
