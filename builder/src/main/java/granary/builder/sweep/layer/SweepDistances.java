package granary.builder.sweep.layer;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.DistanceCode;
import java.util.Arrays;
import java.util.List;

/**
 * The distances to conversion of a layer, computed by sweeps over its finished values.
 *
 * <p>A distance begins as unknown, which counts as longer than any, unless it is 0 or the best move gains and converts at once. It
 * is replaced by the distance that the optimal moves give at present, when that is less, until nothing changes. No distance ever
 * falls below the true one, in any order and from any mixture of older and newer bytes; when nothing changes any more, all are
 * the true ones: {@code docs/correctness.md}.
 */
public final class SweepDistances {
    private static final long PIECE = 1 << 22;

    private final SweepLayer layer;
    private final Monitor monitor;
    private final long packingSteps;
    private int longest;

    /**
     * Computes the distances.
     *
     * @param layer with finished values and conversion values
     * @param most the longest distance that fits: 254 but in tests
     * @param steps steps of progress for the sweeps
     * @param packingSteps steps of progress for writing
     * @throws CheckFailedException when the scores are wrong, or a distance does not fit
     */
    public SweepDistances(SweepLayer layer, int most, Monitor monitor, long steps, long packingSteps) {
        this.layer = layer;
        this.monitor = monitor;
        this.packingSteps = packingSteps;
        monitor.phase("first distances");
        new FirstDistances(layer).store();
        Sweeps sweeps = new Sweeps(
                layer,
                List.of((kernels, block, moverTile, opponentTile, place, storedLines, onlyGreater) -> {
                    kernels.evaluateDistances(block, layer.values, layer.distances, moverTile, opponentTile);
                    return kernels.storeDistances(layer.values, layer.distances, place, storedLines);
                }),
                () -> new DistancePropagation(layer.blocks, layer.predecessors, layer.values, layer.distances));
        sweeps.run("distance ", monitor, steps);
        findLongest(most);
    }

    private void findLongest(int most) {
        monitor.phase("longest distance");
        Found[] found = new Found[layer.pool.threads()];
        Arrays.setAll(found, worker -> new Found());
        long bytes = layer.shape.workingBytes();
        layer.pool.run((bytes + PIECE - 1) / PIECE, (worker, number) -> {
            Found here = found[worker];
            int longestHere = here.longest;
            long end = Math.min(bytes, (number + 1) * PIECE);
            for (long at = number * PIECE; at < end; at++) {
                int distance = DistanceCode.distance(layer.distances.get(at), -layer.values.get(at));
                if (distance > most) {
                    here.beyond = Math.min(here.beyond, at);
                } else {
                    longestHere = Math.max(longestHere, distance);
                }
            }
            here.longest = longestHere;
        });
        long beyond = Long.MAX_VALUE;
        for (Found each : found) {
            longest = Math.max(longest, each.longest);
            beyond = Math.min(beyond, each.beyond);
        }
        if (beyond < Long.MAX_VALUE) {
            throw beyond(beyond, most);
        }
    }

    /** The results of one thread. */
    private static final class Found {
        int longest;
        /** The first place whose distance does not fit or is not known. */
        long beyond = Long.MAX_VALUE;
    }

    /**
     * Returns the fault of a rank whose distance does not fit or is not known. Where a position has a distance above 1, one of
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
                                + ": scores of the layer contradict their moves or support one another along a cycle, and are"
                                + " wrong"
                        : position + "the distance is longer than " + most
                                + ", the most that can be computed, or the score "
                                + -layer.values.get(place)
                                + " is wrong; the layer has no distances, and without them the next layers can be built");
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
        LayerPacker.ofDistances(layer).pack(writer, monitor, packingSteps);
    }
}
