package granary.analysis.chexers;

import granary.games.chexers.Chexers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.agrona.collections.IntArrayList;

/**
 * A*: expands the set of pieces with the least sum of actions made and actions estimated, of equal ones the last found.
 * Tables of all sets of the board take the place of a hash table. The estimate must be consistent (an action lowers it
 * by 1 at most), so that each set is expanded once, after the last shorter path to it was found (P. Hart, N. Nilsson and
 * B. Raphael, 1968).
 */
final class AStar implements PuzzleSearch {
    private final Function<Chexers, Heuristic> heuristics;

    /** Makes the search with a consistent heuristic for each board. */
    AStar(Function<Chexers, Heuristic> heuristics) {
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
        /** By number of the set: actions made to reach it, the last of them, and the set before it. */
        private final int[] cost;

        private final int[] lastMove;
        private final int[] before;
        private final BitSet done = new BitSet();
        /** The sets to expand by the sum of actions made and estimated. */
        private final List<IntArrayList> open = new ArrayList<>();

        private long expanded;
        private long generated;
        private long pruned;

        Run(Puzzle puzzle) {
            this.puzzle = puzzle;
            this.heuristic = heuristics.apply(puzzle.game());
            this.sets = new PieceSets(puzzle.game(), puzzle.game().layer(puzzle.pieces()));
            this.cost = new int[sets.count()];
            this.lastMove = new int[sets.count()];
            this.before = new int[sets.count()];
            Arrays.fill(cost, Heuristic.NEVER);
        }

        Solution solve() {
            int start = sets.number(puzzle.pieces());
            cost[start] = 0;
            enqueue(start, heuristic.estimate(puzzle.pieces()));
            int[] position = new int[puzzle.game().cells()];
            for (int sum = 0; sum < open.size(); sum++) {
                IntArrayList bucket = open.get(sum);
                while (!bucket.isEmpty()) {
                    int set = bucket.removeAt(bucket.size() - 1);
                    if (set == 0) {
                        return solution(true, path());
                    }
                    // A set that was queued, and then reached on a shorter path, has been expanded from there.
                    if (!done.get(set)) {
                        done.set(set);
                        sets.set(set, position);
                        expand(set, position);
                    }
                }
            }
            return solution(false, List.of());
        }

        private void expand(int set, int[] position) {
            expanded++;
            int reached = cost[set] + 1;
            puzzle.game().moves(position, (move, reward, successor) -> {
                generated++;
                int next = sets.number(successor);
                if (cost[next] <= reached) {
                    pruned++;
                    return;
                }
                cost[next] = reached;
                lastMove[next] = move;
                before[next] = set;
                enqueue(next, reached + heuristic.estimate(successor));
            });
        }

        private void enqueue(int set, int sum) {
            if (sum < Heuristic.NEVER) {
                while (open.size() <= sum) {
                    open.add(new IntArrayList());
                }
                open.get(sum).addInt(set);
            }
        }

        private List<Integer> path() {
            List<Integer> moves = new ArrayList<>();
            int start = sets.number(puzzle.pieces());
            for (int set = 0; set != start; set = before[set]) {
                moves.add(lastMove[set]);
            }
            Collections.reverse(moves);
            return List.copyOf(moves);
        }

        private Solution solution(boolean isSolvable, List<Integer> moves) {
            return new Solution(isSolvable, moves, expanded, generated, pruned);
        }
    }
}
