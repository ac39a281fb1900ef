package granary.analysis.chexers;

import granary.games.chexers.Chexers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Iterative deepening A* (R. Korf, 1985): repeated depth-first searches. Each turns back where the sum of actions made
 * and actions estimated exceeds a bound. The next bound is the least sum at which the search turned back. The table of
 * costs holds the fewest actions that reached each set in this iteration. A set that is reached again with as many or
 * more actions is pruned.
 */
final class IdaStar extends PuzzleSearch {
    private List<Integer> path;
    private int bound;
    private int nextBound;
    private boolean found;

    /** Makes the search with a heuristic for each board. */
    IdaStar(Function<Chexers, Heuristic> heuristics) {
        super(heuristics);
    }

    @Override
    Solution search() {
        path = new ArrayList<>();
        found = false;
        nextBound = heuristic.estimate(puzzle.pieces());
        while (!found && nextBound < Heuristic.NEVER) {
            bound = nextBound;
            nextBound = Heuristic.NEVER;
            Arrays.fill(cost, Heuristic.NEVER);
            cost[sets.number(puzzle.pieces())] = 0;
            search(puzzle.pieces());
        }
        return solution(found, path);
    }

    private void search(int[] position) {
        if (sets.number(position) == 0) {
            found = true;
            return;
        }
        expanded++;
        puzzle.game().moves(position, (move, captured, successor) -> {
            if (!found) {
                visit(move, successor);
            }
        });
    }

    private void visit(int move, int[] successor) {
        generated++;
        int reached = path.size() + 1;
        int sum = reached + heuristic.estimate(successor);
        if (sum > bound) {
            nextBound = Math.min(nextBound, sum);
            return;
        }
        int set = sets.number(successor);
        if (cost[set] <= reached) {
            pruned++;
            return;
        }
        cost[set] = reached;
        path.add(move);
        search(successor);
        if (!found) {
            path.removeLast();
        }
    }
}
