package granary.builder.sweep.layer;

import granary.builder.Monitor;
import granary.builder.solve.LayerDistances;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.DistanceCode;

/**
 * The distances to conversion of a layer, computed by sweeps over its finished values.
 *
 * <p>A distance begins as unknown, which counts as longer than any, unless it is 0 or the best move gains and converts at once. It
 * is replaced by the distance that the optimal moves give at present, when that is less, until nothing changes. No distance ever
 * falls below the true one, in any order and from any mixture of older and newer bytes; when nothing changes any more, all are
 * the true ones: {@code docs/correctness.md}.
 */
public final class SweepDistances implements LayerDistances {
    private static final long PIECE = 1 << 22;

    private final SweepLayer layer;
    private final Monitor monitor;
    private final long packingSteps;
    private int longest;

    /**
     * Computes the distances.
     *
     * @param layer with finished values and conversion values, or with distances begun
     * @param begun the note to write when the distances are begun
     * @param steps steps of progress for the sweeps
     * @param packingSteps steps of progress for writing
     */
    public SweepDistances(SweepLayer layer, String begun, Monitor monitor, long steps, long packingSteps) {
        this.layer = layer;
        this.monitor = monitor;
        this.packingSteps = packingSteps;
        if (!layer.note.says(begun)) {
            monitor.phase("first distances");
            layer.note.clear();
            new FirstDistances(layer).store();
            layer.note.write(begun);
        }
        Sweeps sweeps = new Sweeps(
                layer,
                (kernels, block, moverTile, opponentTile, offset, storedLines, onlyGreater) -> {
                    kernels.evaluateDistances(block, layer.values, layer.distances, moverTile, opponentTile);
                    return kernels.storeDistances(layer.values, layer.distances, offset, storedLines);
                },
                () -> new DistancePropagation(layer.blocks, layer.predecessors, layer.values, layer.distances));
        sweeps.run("distance ", monitor, steps);
        findLongest();
    }

    private void findLongest() {
        monitor.phase("longest distance");
        int[][] found = new int[layer.pool.threads()][16];
        long bytes = layer.shape.workingBytes();
        layer.pool.run((bytes + PIECE - 1) / PIECE, (worker, number) -> {
            long end = Math.min(bytes, (number + 1) * PIECE);
            int most = found[worker][0];
            for (long at = number * PIECE; at < end; at++) {
                int score = -layer.values.get(at);
                most = Math.max(most, DistanceCode.distance(layer.distances.get(at), score));
            }
            found[worker][0] = most;
        });
        for (int[] each : found) {
            longest = Math.max(longest, each[0]);
        }
    }

    /** {@inheritDoc} Returns {@link DistanceCode#UNKNOWN} when one does not fit a byte, or the scores are wrong. */
    @Override
    public int longest() {
        return longest;
    }

    @Override
    public void write(LayerWriter writer) {
        monitor.phase(LayerPacker.PHASE);
        LayerPacker.ofDistances(layer).pack(writer, monitor, packingSteps);
    }

    /** Does nothing: the caller owns the working memory. */
    @Override
    public void close() {}
}
