package granary.builder.testing;

import granary.awari.Awari;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.game.Game;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Bounds of small layers by reachability: for each number of seeds, who can force at least so many. What one side forces grows from the
 * ends of the game backwards, with counters of the moves that do not lead there yet. Shares nothing with the sweeps.
 */
public final class PlainBounds {
    private final Awari awari;
    /** By layer and rank, what the mover forces, and what the other side does. */
    private final List<int[]> least = new ArrayList<>();

    private final List<int[]> rest = new ArrayList<>();

    /** Computes the bounds of all layers to one. */
    public PlainBounds(Awari awari, int top) {
        this.awari = awari;
        for (int layer = 0; layer <= top; layer++) {
            int positions = Math.toIntExact(awari.size(layer));
            least.add(new int[positions]);
            rest.add(new int[positions]);
            for (int seeds = 1; seeds <= layer; seeds++) {
                new Threshold(layer, seeds).solve();
            }
        }
    }

    /** Returns the seeds that the mover can force. */
    public int least(int layer, int rank) {
        return least.get(layer)[rank];
    }

    /** Returns the seeds that the opponent can force. */
    public int rest(int layer, int rank) {
        return rest.get(layer)[rank];
    }

    /** Returns the value of a file of bounds. */
    public short pair(int layer, int rank) {
        int both = least(layer, rank) + rest(layer, rank);
        return (short) (both * (both + 1) / 2 + least(layer, rank));
    }

    /** Writes the bounds of a layer into a database that has those below. */
    public void write(DatabaseDirectory directory, int layer) throws IOException {
        short[] pairs = new short[least.get(layer).length];
        for (int rank = 0; rank < pairs.length; rank++) {
            pairs[rank] = pair(layer, rank);
        }
        try (LayerWriter writer = directory.beginBounds(layer)) {
            writer.write(0, pairs, 0, pairs.length);
            directory.publish(writer);
        }
    }

    /** The positions of a layer in which a side can force at least a number of seeds. */
    private final class Threshold {
        private final int layer;
        private final int seeds;
        private final int positions;
        private final boolean[] moverForces;
        private final boolean[] otherForces;
        /** The number of moves that, as far as is known, do not lead to a position in which that many seeds are forced. */
        private final int[] escapes;
        /** Ranks; those of the other side are complements. */
        private final Deque<Integer> news = new ArrayDeque<>();

        Threshold(int layer, int seeds) {
            this.layer = layer;
            this.seeds = seeds;
            this.positions = least.get(layer).length;
            this.moverForces = new boolean[positions];
            this.otherForces = new boolean[positions];
            this.escapes = new int[positions];
        }

        void solve() {
            int[] position = new int[awari.cells()];
            for (int rank = 0; rank < positions; rank++) {
                awari.unrank(layer, rank, position);
                begin(rank, position);
            }
            while (!news.isEmpty()) {
                int found = news.remove();
                boolean isMover = found >= 0;
                awari.unrank(layer, isMover ? found : ~found, position);
                awari.predecessors(position, before -> {
                    int rank = (int) awari.rank(before);
                    if (isMover) {
                        escapes[rank]--;
                        if (escapes[rank] == 0) {
                            findOther(rank);
                        }
                    } else {
                        findMover(rank);
                    }
                });
            }
        }

        private void begin(int rank, int[] position) {
            int[] moves = {0};
            awari.moves(position, (move, captured, successor) -> {
                moves[0]++;
                long place = awari.locate(successor, 0);
                int reached = (int) (place >>> Game.LAYER_SHIFT);
                int at = (int) (place & Game.RANK_MASK);
                if (reached == layer) {
                    escapes[rank]++;
                } else {
                    if (captured + rest.get(reached)[at] >= seeds) {
                        findMover(rank);
                    }
                    escapes[rank] += least.get(reached)[at] >= seeds ? 0 : 1;
                }
            });
            if (moves[0] == 0) {
                int movers = (layer + awari.terminalScore(position)) / 2;
                if (movers >= seeds) {
                    findMover(rank);
                }
                if (layer - movers >= seeds) {
                    findOther(rank);
                }
            } else if (escapes[rank] == 0) {
                findOther(rank);
            }
        }

        private void findMover(int rank) {
            if (!moverForces[rank]) {
                moverForces[rank] = true;
                least.get(layer)[rank] = seeds;
                news.add(rank);
            }
        }

        private void findOther(int rank) {
            if (!otherForces[rank]) {
                otherForces[rank] = true;
                rest.get(layer)[rank] = seeds;
                news.add(~rank);
            }
        }
    }
}
