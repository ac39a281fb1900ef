package granary.analysis.chexers;

import granary.games.chexers.Chexers;
import granary.games.chexers.Hexes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The estimate of C. Holmes and A. Wang (2019): the sum of the relaxed distances of all pieces. The relaxed distance of
 * a piece is its distance from the exits on an otherwise empty board where it may also jump over empty hexes. One
 * breadth-first search finds the distances of all hexes.
 *
 * <p>The estimate is consistent: an action moves one piece by a step that the relaxed piece may take too, so the sum
 * falls by at most 1. The estimate is {@link Heuristic#NEVER} if and only if there is no solution. Two moves can
 * replace a jump over an empty hex, so a lone piece with a relaxed path has a real path, and the piece nearest to its
 * exit can always go first.
 */
final class RelaxedDistance implements Heuristic {
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
            for (int[] step : Hexes.steps(hex)) {
                int from = step[0];
                if ((game.blocks() >>> from & 1) == 0 && distance[from] == NEVER) {
                    distance[from] = distance[hex] + 1;
                    open.add(from);
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
