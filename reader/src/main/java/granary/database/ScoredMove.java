package granary.database;

import java.util.Arrays;

/**
 * A legal move with what the database says of it.
 *
 * @param move the move's number (awari: the pit, from 0)
 * @param reward what the move itself brings (awari: seeds captured)
 * @param score what the mover gets by it in all, as the game scores
 * @param successor the position after the move as the next mover sees it; the caller owns the array
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record ScoredMove(int move, int reward, int score, int[] successor) {
    /** Returns whether the other is the same move with the same score to the same position. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ScoredMove that
                && move == that.move
                && reward == that.reward
                && score == that.score
                && Arrays.equals(successor, that.successor);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * move + score) + Arrays.hashCode(successor);
    }

    @Override
    public String toString() {
        return "move " + move + ", reward " + reward + ", score " + score + ", to " + Arrays.toString(successor);
    }
}
