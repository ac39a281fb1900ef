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
    int through(int reward, int successorScore);

    /** Returns whether a mover prefers {@code score} to {@code other}. */
    boolean isBetter(int score, int other);

    /** Returns the score of a position in which best play never ends. */
    int endless();

    /**
     * Returns the stage of retrograde analysis at which a score becomes certain, from 0. A position whose best known
     * move has a stage no later than the current one is settled, because every score still unknown has a later stage
     * and what it yields to a predecessor has one no earlier.
     *
     * @param layer the layer of the position
     * @param score a score of that layer
     */
    int stage(int layer, int score);
}
