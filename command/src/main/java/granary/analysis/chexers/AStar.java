package granary.analysis.chexers;

import granary.database.Database;
import granary.games.ShortestPath;
import granary.games.chexers.Chexers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.agrona.collections.IntArrayList;

/**
 * A* (P. Hart, N. Nilsson and B. Raphael, 1968). Expands the set of pieces with the least sum of actions made and
 * actions estimated; among equal sums, the set found last. Arrays over all sets of the board replace a hash table. The
 * estimate must be consistent. Then each set is expanded once, after its shortest path is known.
 */
final class AStar extends PuzzleSearch {
    /** By number of the set, the last action of the path to the set, and the set before that action. */
    private int[] lastMove;

    private int[] before;
    private BitSet done;
    /** The sets to expand, by the sum of actions made and actions estimated. */
    private List<IntArrayList> open;

    /** Makes the search with a consistent heuristic for each board. */
    AStar(Function<Chexers, Heuristic> heuristics) {
        super(heuristics);
    }

    /**
     * Returns a search that reads exact distances from a database and so expands only the sets of one shortest path.
     * The database must be of the puzzles' board and hold the layers of their pieces.
     */
    static AStar of(Database database) {
        return new AStar(game -> position -> {
            int score = database.score(position);
            return score == ShortestPath.UNSOLVABLE ? Heuristic.NEVER : score;
        });
    }

    @Override
    Solution search() {
        lastMove = new int[sets.count()];
        before = new int[sets.count()];
        done = new BitSet();
        open = new ArrayList<>();
        int start = sets.number(puzzle.pieces());
        cost[start] = 0;
        enqueue(start, heuristic.estimate(puzzle.pieces()));
        int[] position = new int[puzzle.game().cells()];
        for (int sum = 0; sum < open.size(); sum++) {
            IntArrayList bucket = open.get(sum);
            while (!bucket.isEmpty()) {
                int set = bucket.removeAt(bucket.size() - 1);
                if (set == 0) {
                    return solution(true, path(start));
                }
                // The set was queued, then reached on a shorter path, and is already expanded.
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
        puzzle.game().moves(position, (move, captured, successor) -> {
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

    private List<Integer> path(int start) {
        List<Integer> moves = new ArrayList<>();
        for (int set = 0; set != start; set = before[set]) {
            moves.add(lastMove[set]);
        }
        Collections.reverse(moves);
        return moves;
    }
}
