package granary.game;

/**
 * How the scores of a game combine: what a move is worth given the score of the position it leads to, which of two
 * scores a mover prefers, and in which order retrograde analysis settles them.
 *
 * <p>Implementations are stateless and safe for use by any number of threads.
 */
public interface Scoring {
    /**
     * Returns the score for the mover of a move.
     *
     * @param reward what the move itself brings, for instance seeds captured
     * @param successorScore the score of the position after the move, as its own mover sees it
     */
    int backUp(int reward, int successorScore);

    /** Returns whether a mover prefers {@code score} to {@code other}. */
    boolean isBetter(int score, int other);

    /** Returns the score of a position in which best play never ends. */
    int cycleValue();

    /**
     * Returns whether a score tells how many moves are left, so that a best move always makes progress. Where it does not,
     * as in awari, best moves alone may go in circles, and a database may hold distances to conversion beside its scores.
     */
    boolean tellsDistance();

    /** Returns a score as people write it: with its sign, unless the game's scores are no gain of one over the other. */
    default String text(int score) {
        return score > 0 ? "+" + score : Integer.toString(score);
    }

    /** The stage of a score that an unknown move could always better. */
    int NEVER = Integer.MAX_VALUE;

    /**
     * Returns the stage of retrograde analysis, from 0, at which no unknown move can better a score any more: the scores
     * that are settled after the stages before it are all those which could. {@link #NEVER} for a score, such as a
     * loss, that only stands once every move is known.
     *
     * @param layer the layer of the position
     * @param score a score of that layer
     */
    int stage(int layer, int score);
}
