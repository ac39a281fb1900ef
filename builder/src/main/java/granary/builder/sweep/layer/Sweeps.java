package granary.builder.sweep.layer;

import granary.builder.Monitor;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.Tiles;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Sweeps over all tiles of a layer until no value changes.
 *
 * <p>A sowing that stays at home leads from (m, t) to (t, m') with m' after m in the work order. So the two blocks of
 * a pair (a, n - a) are swept together from the far end. When a tile is evaluated, the tiles that its home sowings lead to
 * are up to date, so that one sweep follows a long chain of them to its end.
 *
 * <p>Once few values change, a sweep also propagates each change to the positions that it affects, tile by tile. One such sweep
 * replaces dozens. The last sweep changes nothing.
 */
public final class Sweeps {
    /** The phase of sweeps over everything. */
    public static final String PHASE = "sweep";

    /** The number of changes that may wait until they fill a batch. */
    private static final int CHANGES_KEPT = 256;

    private final SweepLayer layer;
    private final List<Step> steps;
    private final TileKernels[] kernels;
    /** The number of values that the present sweep has changed. */
    private final LongAdder changed = new LongAdder();

    private final ChangePropagation[] propagations;
    private final List<SweepTask> tasks;
    private boolean propagates;
    /**
     * True if the present sweep keeps a stored value whose absolute value is greater than the new one. While many changes are
     * propagated, another thread may raise a value of a tile after this thread has evaluated it and before it stores the result.
     * Later sweeps correct what is kept wrongly.
     */
    private boolean onlyGreater;

    /** Evaluates tiles. Any number of threads may call it, each with its own kernels. */
    public interface Step {
        /**
         * Evaluates a tile, stores it at an offset of the array, and returns the number of values that have changed, which the kernels
         * know.
         *
         * @param storedLines the number of lines that are stored
         * @param onlyGreater whether a value of a greater amount, which another thread has stored meanwhile, is kept
         */
        int apply(
                TileKernels kernels,
                MoverBlock block,
                int moverTile,
                int opponentTile,
                long offset,
                int storedLines,
                boolean onlyGreater);
    }

    /**
     * Makes sweeps.
     *
     * @param steps evaluate and store each tile of an array, one step for each array
     * @param propagation makes an object that propagates changes, for each thread
     */
    public Sweeps(SweepLayer layer, List<Step> steps, Supplier<ChangePropagation> propagation) {
        this.layer = layer;
        this.steps = steps;
        int threads = layer.pool.threads();
        kernels = new TileKernels[threads];
        propagations = new ChangePropagation[threads];
        for (int i = 0; i < threads; i++) {
            kernels[i] = layer.makeKernels();
            propagations[i] = propagation.get();
        }
        tasks = SweepTask.plan(layer.shape, threads);
    }

    /**
     * Sweeps until a sweep over everything changes nothing, which also verifies the fixpoint.
     *
     * @param what a prefix of the phases' names
     * @param reported the steps of progress to report
     */
    public void run(String what, Monitor monitor, long reported) {
        long values = steps.size() * layer.shape.positions();
        SweepProgress progress = new SweepProgress(monitor, reported, values, layer.kernels.propagationShare());
        long left = values;
        for (int sweep = 1; left != 0; sweep++) {
            boolean isFirst = !propagates && sweep > 1 && left < values * layer.kernels.propagationShare();
            // Once begun, propagation continues: it may change a position several times, so that the count exceeds the
            // limit again.
            propagates |= isFirst;
            onlyGreater = isFirst;
            for (TileKernels each : kernels) {
                each.isFirstSweep = sweep == 1;
            }
            monitor.phase(what + (propagates ? ChangePropagation.PHASE : PHASE));
            long stepsPerTask = progress.begin(propagates, tasks.size());
            left = sweep(monitor, stepsPerTask);
            monitor.sweep(sweep, left);
            progress.end(left);
        }
    }

    private long sweep(Monitor monitor, long stepsPerTask) {
        changed.reset();
        layer.pool.run(tasks.size(), (worker, number) -> {
            long[] sum = {0};
            tasks.get((int) number)
                    .forEachTile((seeds, moverTile, opponentTile) ->
                            sum[0] += evaluate(worker, layer.blocks[seeds], moverTile, opponentTile));
            changed.add(sum[0] + propagations[worker].propagate(0));
            monitor.advance(stepsPerTask);
        });
        return changed.sum();
    }

    /** Evaluates a tile of every array, propagates its changes, and returns how many values changed. */
    private long evaluate(int worker, MoverBlock block, int moverTile, int opponentTile) {
        long sum = 0;
        TileKernels kernel = kernels[worker];
        int opponents = Math.min(Tiles.WIDTH, block.opponents - opponentTile * Tiles.WIDTH);
        long offset = block.values.place(opponentTile * Tiles.WIDTH, moverTile * Tiles.WIDTH);
        for (int i = 0; i < steps.size(); i++) {
            int array = i;
            int count = steps.get(i).apply(kernel, block, moverTile, opponentTile, offset, opponents, onlyGreater);
            sum += count;
            if (propagates && count > 0) {
                ChangePropagation propagation = propagations[worker];
                kernel.forEachChange(
                        opponents,
                        (column, line, before) -> propagation.add(
                                array,
                                block.moverSeeds,
                                moverTile * Tiles.WIDTH + column,
                                opponentTile * Tiles.WIDTH + line,
                                before));
                sum += propagation.propagate(CHANGES_KEPT);
            }
        }
        return sum;
    }
}
