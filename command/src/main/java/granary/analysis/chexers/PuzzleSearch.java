package granary.analysis.chexers;

import granary.games.chexers.Chexers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Finds a shortest sequence of actions that clears a board. Not thread-safe. */
abstract class PuzzleSearch {
    private final Function<Chexers, Heuristic> heuristics;

    /** The board that is searched. */
    Puzzle puzzle;

    Heuristic heuristic;
    PieceSets sets;
    /** By number of the set, the fewest actions that have reached the set. */
    int[] cost;

    long expanded;
    long generated;
    long pruned;

    /** Makes the search with a heuristic for each board. */
    PuzzleSearch(Function<Chexers, Heuristic> heuristics) {
        this.heuristics = heuristics;
    }

    /** Searches a board from scratch. */
    final Solution solve(Puzzle board) {
        puzzle = board;
        heuristic = heuristics.apply(board.game());
        sets = new PieceSets(board.game(), board.game().layer(board.pieces()));
        cost = new int[sets.count()];
        Arrays.fill(cost, Heuristic.NEVER);
        expanded = 0;
        generated = 0;
        pruned = 0;
        return search();
    }

    /** Searches {@link #puzzle}. */
    abstract Solution search();

    /** Returns the result with the counts of this search. */
    final Solution solution(boolean isSolvable, List<Integer> moves) {
        return new Solution(isSolvable, List.copyOf(moves), expanded, generated, pruned);
    }
}
