package granary.builder.sweep.layer;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import granary.format.FileKind;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * The distances to conversion of a layer, computed by sweeps over its finished values.
 *
 * <p>A distance begins as unknown, which counts as longer than any, unless it is 0 or the best move gains and converts at once. It
 * is replaced by the distance that the optimal moves give at present, when that is less, until nothing changes. No distance ever
 * falls below the true one, in any order and from any mixture of older and newer bytes; when nothing changes any more, all are
 * the true ones: {@code docs/correctness.md}.
 */
public final class SweepDistances {
    private static final long SEARCHED_TOGETHER = 1 << 22;

    private final SweepLayer layer;
    private final Monitor monitor;
    private final long packingSteps;
    private int longest;

    /**
     * Computes the distances.
     *
     * @param layer with finished values and conversion values
     * @param most the longest distance that fits: 254, less in tests
     * @param steps steps of progress for the sweeps
     * @param packingSteps steps of progress for writing
     * @throws CheckFailedException when the scores are wrong, or a distance does not fit
     */
    public SweepDistances(SweepLayer layer, int most, Monitor monitor, long steps, long packingSteps) {
        this.layer = layer;
        this.monitor = monitor;
        this.packingSteps = packingSteps;
        monitor.phase("first distances");
        storeFirst();
        Sweeps sweeps = new Sweeps(
                layer,
                List.of((kernels, block, moverTile, opponentTile, place, storedLines, onlyGreater) -> {
                    kernels.evaluateDistances(block, layer.values, layer.conversions, moverTile, opponentTile);
                    return kernels.storeDistances(layer.values, layer.conversions, place, storedLines);
                }),
                () -> new Propagation(layer));
        sweeps.run("distance ", monitor, steps);
        findLongest(most);
    }

    /**
     * Stores the distances that the sweeps begin with, in place of the conversion values. The conversion values of a tile (mover's
     * sides i, opponent's sides j) of block a lie where the distances of the tile (j, i) of block n - a belong, so the two tiles are
     * computed together and exchanged.
     */
    private void storeFirst() {
        int threads = layer.pool.threads();
        TileKernels[] kernels = new TileKernels[threads];
        TileKernels[] others = new TileKernels[threads];
        Arrays.setAll(kernels, worker -> layer.makeKernels());
        Arrays.setAll(others, worker -> layer.makeKernels());
        for (int fewer = 0; 2 * fewer <= layer.shape.seeds; fewer++) {
            MoverBlock few = layer.blocks[fewer];
            MoverBlock many = layer.blocks[layer.shape.seeds - fewer];
            layer.pool.run(Tiles.count(few.movers), (worker, number) -> {
                int i = (int) number;
                for (int j = few == many ? i : 0; j < Tiles.count(few.opponents); j++) {
                    kernels[worker].loadConversions(few, layer.conversions, i, j);
                    others[worker].loadConversions(many, layer.conversions, j, i);
                    storeFirst(kernels[worker], few, i, j);
                    storeFirst(others[worker], many, j, i);
                }
            });
        }
        EndPositions.visitAll(layer, this::setEnd);
    }

    private void storeFirst(TileKernels kernels, MoverBlock block, int moverTile, int opponentTile) {
        long place = block.values.place(opponentTile * Tiles.WIDTH, moverTile * Tiles.WIDTH);
        int lines = Math.min(Tiles.WIDTH, block.opponents - opponentTile * Tiles.WIDTH);
        kernels.storeFirstDistances(layer.values, layer.conversions, place, lines);
    }

    /** Sets the distance to 0 if there is no legal move: the game is over. */
    private void setEnd(MoverBlock block, int mover, int opponent, int[] board) {
        boolean[] over = {true};
        layer.shape.awari.moves(board, (move, captured, successor) -> over[0] = false);
        if (over[0]) {
            long at = block.values.place(opponent, mover);
            layer.conversions.set(at, DistanceCode.of(0, -layer.values.get(at)));
        }
    }

    private void findLongest(int most) {
        monitor.phase("longest distance");
        LongAccumulator fitting = new LongAccumulator(Math::max, 0);
        LongAccumulator beyond = new LongAccumulator(Math::min, Long.MAX_VALUE);
        layer.pool.forRange(layer.shape.workingBytes(), SEARCHED_TOGETHER, (from, to) -> {
            int here = 0;
            for (long at = from; at < to; at++) {
                int distance = DistanceCode.distance(layer.conversions.get(at), -layer.values.get(at));
                if (distance > most) {
                    beyond.accumulate(at);
                } else {
                    here = Math.max(here, distance);
                }
            }
            fitting.accumulate(here);
        });
        longest = fitting.intValue();
        if (beyond.get() < Long.MAX_VALUE) {
            throw beyond(beyond.get(), most);
        }
    }

    /**
     * Returns the fault of a place whose distance does not fit or is not known. If a position has a distance above 1, one of
     * its successors in the layer has the distance that is less by 1. So if no position has the longest distance that fits, no
     * distance is longer, and the scores are wrong.
     */
    private CheckFailedException beyond(long place, int most) {
        int[] board = layer.shape.board(place);
        String position = "layer " + layer.shape.seeds + ", rank " + layer.shape.awari.rank(board) + ", position "
                + layer.shape.awari.notation().text(board) + ": ";
        return new CheckFailedException(
                longest < most
                        ? position + "best play never realizes the score " + -layer.values.get(place)
                                + ": scores of the layer contradict their moves or support one another along a cycle,"
                                + " and are wrong"
                        : position + "the distance is longer than " + most
                                + ", the most that can be computed, or the score "
                                + -layer.values.get(place)
                                + " is wrong; the layer has no distances, and without them the next layers can be"
                                + " built");
    }

    /** Returns the longest distance in the layer. */
    public int longest() {
        return longest;
    }

    /**
     * Writes all distances.
     *
     * @param writer writes a file of distances up to {@link #longest}; this method does not publish it
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public void write(LayerWriter writer) {
        monitor.phase(LayerPacker.PHASE);
        new LayerPacker(FileKind.DISTANCES, layer, layer.conversions).pack(writer, monitor, packingSteps);
    }

    /**
     * Propagates changes of distances, which only fall, to the positions from which an optimal move leads there. If that
     * position's mover gains, its distance is at most one more. If the mover loses, it is evaluated again if it was one more than the
     * old distance.
     */
    private static final class Propagation extends ChangePropagation {
        private final WorkingArray values;
        private final WorkingArray distances;

        Propagation(SweepLayer layer) {
            super(layer, layer.conversions);
            this.values = layer.values;
            this.distances = layer.conversions;
        }

        @Override
        byte update(int predecessor) {
            int score = -values.get(place[predecessor]);
            byte distance = distances.get(place[predecessor]);
            if (score == 0 || values.get(changedAt[predecessor]) != score) {
                return distance;
            }
            if (score > 0) {
                return DistanceCode.lesser(distance, DistanceCode.before(valueNow[predecessor], score), score);
            }
            return distance == DistanceCode.before(valueBefore[predecessor], score)
                    ? DistanceCode.lesser(distance, DistanceCode.before(latest(predecessor, score), score), score)
                    : distance;
        }

        /** Returns the greatest code after optimal moves inside the layer. */
        private byte latest(int predecessor, int score) {
            MoverBlock block = blocks[moverSeeds[predecessor]];
            byte best = DistanceCode.NO_MOVE;
            MoveTable table = block.table;
            for (int i = table.firstMove[mover[predecessor]]; i < table.firstMove[mover[predecessor] + 1]; i++) {
                int move = table.moves[i];
                long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponent[predecessor]);
                if (after >= 0 && values.get(after) == score) {
                    best = (byte) Math.max(best, distances.get(after));
                }
            }
            return best;
        }
    }
}
