package granary.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * What a search has found, after each depth and at its end.
 *
 * @param depth how many moves it looked ahead; 0 when there is no legal move
 * @param moves the moves with their scores by this depth, best first. In a search that was asked for the scores of all, they
 *     are all. In others only the first score is more than a bound, and moves that an interrupted search did not come to
 *     are left out
 * @param isExact whether the first score is true, because every line that matters reached the database or the end
 * @param nodes positions visited
 * @param probes lookups in the database
 * @param nanos time taken, in nanoseconds
 * @param line the line of play that it expects, moves by number
 */
public record Report(
        int depth, List<RatedMove> moves, boolean isExact, long nodes, long probes, long nanos, List<Integer> line) {
    /**
     * A move and what a search makes of it.
     *
     * @param move the number of the move, its pit
     * @param score the score for the mover: {@link Engine} says on which scale
     */
    public record RatedMove(int move, int score) {}

    /** Takes copies of the lists. */
    public Report {
        moves = List.copyOf(moves);
        line = List.copyOf(line);
    }

    /** Returns the score of the best move. */
    public int score() {
        return moves.get(0).score();
    }

    /** Returns this report with one of its moves in front of the others. */
    Report withFirst(RatedMove move) {
        List<RatedMove> reordered = new ArrayList<>(moves);
        reordered.remove(move);
        reordered.add(0, move);
        List<Integer> expected = line.get(0) == move.move() ? line : List.of(move.move());
        return new Report(depth, reordered, isExact, nodes, probes, nanos, expected);
    }
}
