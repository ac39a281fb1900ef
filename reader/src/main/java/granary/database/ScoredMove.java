package granary.database;

import java.util.Arrays;

/**
 * A legal move with its score.
 *
 * @param move the move's number (awari: the pit, from 0)
 * @param captured the seeds captured; 0 in games without captures
 * @param score the value of the move for the mover, with the seeds captured
 * @param distance plies to the next conversion by this move and optimal play after it, this move included: 1 for a move
 *     that converts, 0 if the score is the cycle value and the move does not convert; {@link #NO_DISTANCE} if the
 *     database does not hold the distances of the position's layer
 * @param successor the position after the move as the next mover sees it; the caller owns the array
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record ScoredMove(int move, int captured, int score, int distance, int[] successor) {
    /** Stands for a distance that is not known. */
    public static final int NO_DISTANCE = -1;

    /** Makes a move whose distance is not known. */
    public ScoredMove(int move, int captured, int score, int[] successor) {
        this(move, captured, score, NO_DISTANCE, successor);
    }

    /** Returns whether the other is the same move with the same score and distance to the same position. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ScoredMove that
                && move == that.move
                && captured == that.captured
                && score == that.score
                && distance == that.distance
                && Arrays.equals(successor, that.successor);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * move + score) + Arrays.hashCode(successor);
    }

    @Override
    public String toString() {
        return "move " + move + ", captured " + captured + ", score " + score
                + (distance == NO_DISTANCE ? "" : ", distance " + distance) + ", to " + Arrays.toString(successor);
    }
}
