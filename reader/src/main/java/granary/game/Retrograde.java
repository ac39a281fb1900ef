package granary.game;

import java.util.function.Consumer;

/**
 * The questions of retrograde analysis to a {@link Game} some of whose moves stay in the layer. Where every move leads to a lower layer, nothing
 * is asked.
 */
public interface Retrograde {
    /** The stage of a score that an unknown move could always improve. */
    int NEVER = Integer.MAX_VALUE;

    /**
     * Visits the positions of the same layer from which a move leads to this one, once for each such move.
     *
     * @param visitor receives an array that is reused for the next position
     */
    void predecessors(int[] position, Consumer<int[]> visitor);

    /**
     * Returns the stage of retrograde analysis, from 0, at which no unknown move can improve on a score any more, because every better
     * score was settled in an earlier stage; {@link #NEVER} for a score that is only final when every move is known, such as a loss.
     *
     * @param layer the layer of the position
     * @param score a score of that layer
     */
    int stage(int layer, int score);
}
