package granary.analysis.play;

import granary.game.Scoring;
import java.util.List;

/**
 * A game with named positions: what a graph, a strategy or a simulation needs to know of it. Names hold no blanks and no
 * colons. Implementations are safe for use by any number of threads.
 */
public interface Play {
    /** Returns the line by which a file tells what its positions are positions of. */
    String identity();

    /**
     * Returns the moves of a position, in the order of the game; none where it ends.
     *
     * @throws IllegalArgumentException with the reason when there is no such position
     */
    List<Step> steps(String position);

    /**
     * Returns a level that no move raises; moves that stay in a level bring no reward. Scores are found level by level.
     */
    int level(String position);

    /** Returns the score of a position without a move, one that {@link #scoring} passes on. */
    int terminalScore(String position);

    /** Returns how scores combine. */
    Scoring scoring();
}
