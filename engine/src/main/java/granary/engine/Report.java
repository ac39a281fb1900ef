package granary.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The result of a search, after each depth and at its end.
 *
 * @param depth the moves that it looked ahead; 0 when there is no legal move
 * @param moves the moves with their scores at this depth, best first. If the search was asked to score all moves, these are all.
 *     Otherwise all but the first may be bounds, and moves that an interrupted search did not reach may be missing. Where a database
 *     holds all positions that follow and the rules settle endless play, every score is exact: moves that keep a win or draw have the same sign
 * @param isExact whether the first score is final and certain, because every line that matters reached the end, or the database where no
 *     repetition can change what it says. A search for a win is final once win or loss is certain
 * @param nodes positions visited
 * @param probes lookups in the database
 * @param nanos time taken, in nanoseconds
 */
public record Report(int depth, List<RatedMove> moves, boolean isExact, long nodes, long probes, long nanos) {
    /**
     * A move with its score by a search.
     *
     * @param move the number of the move, its pit
     * @param score the score for the mover, on the scale of {@link Engine}
     * @param isBound whether the move may be worth less: the search saw only that it is no better
     * @param line the expected line of play, as numbers of moves, this one first; for a move with a bound, this one alone
     */
    public record RatedMove(int move, int score, boolean isBound, List<Integer> line) {
        /** Takes a copy of the list. */
        public RatedMove {
            line = List.copyOf(line);
        }
    }

    /** Takes a copy of the list. */
    public Report {
        moves = List.copyOf(moves);
    }

    /** Returns the line of the best move; empty when there is no legal move. */
    public List<Integer> line() {
        return moves.isEmpty() ? List.of() : moves.get(0).line();
    }

    /** Returns the score of the best move. */
    public int score() {
        return moves.get(0).score();
    }

    /** Returns the positions visited in a second. Searches of days visit more than a long has billionths of. */
    long nodesPerSecond() {
        return (long) (1e9 * nodes / Math.max(1, nanos));
    }

    /** Returns this report with {@link Search#SETTLED} taken off the scores that only a repetition can change: they become estimates. */
    Report withoutSettled() {
        List<RatedMove> others = moves.stream()
                .map(one -> {
                    int size = Math.abs(one.score());
                    int less = size >= Search.SETTLED && size < Search.WIN ? Search.SETTLED : 0;
                    return new RatedMove(
                            one.move(), Integer.signum(one.score()) * (size - less), one.isBound(), one.line());
                })
                .toList();
        return new Report(depth, others, isExact, nodes, probes, nanos);
    }

    /** Returns this report with a first move that is certain to have a score. */
    Report certain(int score) {
        List<RatedMove> certain = new ArrayList<>(moves);
        certain.set(0, new RatedMove(moves.get(0).move(), score, false, line()));
        return new Report(depth, certain, true, nodes, probes, nanos);
    }

    /** Returns this report with the present counts of positions and lookups. */
    Report counted(SearchControl control) {
        return new Report(depth, moves, isExact, control.nodes(), control.probes(), control.nanos());
    }

    /** Returns this report with one of its moves first. */
    Report withFirst(int move) {
        List<RatedMove> reordered = new ArrayList<>(moves);
        reordered.sort(Comparator.comparing(one -> one.move() != move));
        return new Report(depth, reordered, isExact, nodes, probes, nanos);
    }
}
