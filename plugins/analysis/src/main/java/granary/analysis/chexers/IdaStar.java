package granary.analysis.chexers;

import granary.games.chexers.Chexers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Iterative deepening A*: depth-first searches that turn back where actions made and actions estimated exceed a bound,
 * each with the least sum at which the one before turned back (R. Korf, 1985). A table, whose key is the number of the
 * set of pieces and so has no collisions, holds for each set the fewest actions that reached it in this iteration; one
 * that comes by again with no fewer is pruned.
 */
final class IdaStar implements PuzzleSearch {
    private final Function<Chexers, Heuristic> heuristics;

    /** Makes the search with a heuristic for each board. */
    IdaStar(Function<Chexers, Heuristic> heuristics) {
        this.heuristics = heuristics;
    }

    @Override
    public Solution solve(Puzzle puzzle) {
        return new Run(puzzle).solve();
    }

    /** One search. */
    private final class Run {
        private final Puzzle puzzle;
        private final Heuristic heuristic;
        private final PieceSets sets;
        /** By number of the set: the fewest actions that reached it in this iteration. */
        private final int[] cost;

        private final List<Integer> path = new ArrayList<>();
        private int bound;
        private int nextBound;
        private boolean found;
        private long expanded;
        private long generated;
        private long pruned;

        Run(Puzzle puzzle) {
            this.puzzle = puzzle;
            this.heuristic = heuristics.apply(puzzle.game());
            this.sets = new PieceSets(puzzle.game(), puzzle.game().layer(puzzle.pieces()));
            this.cost = new int[sets.count()];
        }

        Solution solve() {
            nextBound = heuristic.estimate(puzzle.pieces());
            while (!found && nextBound < Heuristic.NEVER) {
                bound = nextBound;
                nextBound = Heuristic.NEVER;
                Arrays.fill(cost, Heuristic.NEVER);
                cost[sets.number(puzzle.pieces())] = 0;
                search(puzzle.pieces());
            }
            return new Solution(found, List.copyOf(path), expanded, generated, pruned);
        }

        private void search(int[] position) {
            if (sets.number(position) == 0) {
                found = true;
                return;
            }
            expanded++;
            puzzle.game().moves(position, (move, reward, successor) -> {
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
}
