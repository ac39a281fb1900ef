package granary.statistics.plot;

import granary.game.Game;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/** Counts the positions reachable from an initial position. */
final class AccessiblePositions {
    private AccessiblePositions() {}

    /**
     * Explores the game from a position.
     *
     * @param game a game whose layers up to the position's hold fewer than 2^31 positions each
     * @param initial the initial position; not counted
     * @return the number of positions reachable by one or more moves, by layer up to the initial position's
     */
    static long[] count(Game game, int[] initial) {
        int top = game.layer(initial);
        BitSet[] reached = new BitSet[top + 1];
        for (int layer = 0; layer <= top; layer++) {
            reached[layer] = new BitSet(Math.toIntExact(game.size(layer)));
        }
        Deque<int[]> open = new ArrayDeque<>();
        open.add(initial);
        while (!open.isEmpty()) {
            game.moves(open.remove(), (move, captured, successor) -> {
                BitSet layer = reached[game.layer(successor)];
                int rank = (int) game.rank(successor);
                if (!layer.get(rank)) {
                    layer.set(rank);
                    open.add(successor.clone());
                }
            });
        }
        reached[top].clear((int) game.rank(initial));
        long[] counts = new long[top + 1];
        for (int layer = 0; layer <= top; layer++) {
            counts[layer] = reached[layer].cardinality();
        }
        return counts;
    }
}
