package granary.database;

import java.util.List;

/**
 * A line of best play.
 *
 * @param moves the moves, each with the score of the line from there for its mover
 * @param end why there are no more
 */
public record Line(List<ScoredMove> moves, End end) {
    /** Takes a copy of the moves. */
    public Line {
        moves = List.copyOf(moves);
    }

    /** Why a line ends. */
    public enum End {
        /** The player to move has no legal move: the game is over. */
        GAME_OVER,
        /** The last move leads back to a position of the line or to its first position. */
        REPETITION,
        /** There are {@link BestPlay#MOST_MOVES}. */
        LIMIT
    }
}
