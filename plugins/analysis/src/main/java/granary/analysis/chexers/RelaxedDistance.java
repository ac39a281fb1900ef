package granary.analysis.chexers;

import granary.games.chexers.Chexers;
import granary.games.chexers.Hexes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The estimate of C. Holmes and A. Wang (2019): each piece goes alone and may jump over empty hexes too. The distance of
 * every hex from the exits is found once by breadth-first search, which is Dijkstra's algorithm where every step costs
 * the same; the estimate is the sum over the pieces.
 *
 * <p>It is consistent: an action moves one piece by a step that the relaxed piece may take too, so that it lowers one
 * distance by 1 at most and changes no other. It is {@link Heuristic#NEVER} exactly when there is no solution: a jump
 * over an empty hex is two moves, so a piece with a relaxed path has a real one when it is alone, and of several the one
 * nearest to its exit can always go first.
 */
final class RelaxedDistance implements Heuristic {
    private static final int[][] DIRECTIONS = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};

    private final int[] distance = new int[Hexes.COUNT];

    /** Finds the distances on a board. */
    RelaxedDistance(Chexers game) {
        Arrays.fill(distance, NEVER);
        Deque<Integer> open = new ArrayDeque<>();
        for (int hex = 0; hex < Hexes.COUNT; hex++) {
            if ((game.blocks() >>> hex & 1) == 0 && game.colour().leavesFrom(hex)) {
                distance[hex] = 1;
                open.add(hex);
            }
        }
        while (!open.isEmpty()) {
            int hex = open.remove();
            for (int[] direction : DIRECTIONS) {
                for (int length = 1; length <= 2; length++) {
                    int from = Hexes.index(Hexes.q(hex) - length * direction[0], Hexes.r(hex) - length * direction[1]);
                    if (from >= 0 && (game.blocks() >>> from & 1) == 0 && distance[from] == NEVER) {
                        distance[from] = distance[hex] + 1;
                        open.add(from);
                    }
                }
            }
        }
    }

    @Override
    public int estimate(int[] position) {
        int sum = 0;
        for (int hex : position) {
            sum += hex < 0 ? 0 : distance[hex];
            if (sum >= NEVER) {
                return NEVER;
            }
        }
        return sum;
    }
}
