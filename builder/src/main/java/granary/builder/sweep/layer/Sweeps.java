package granary.builder.sweep.layer;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.Tiles;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sweeps over all tiles of a layer until no value changes.
 *
 * <p>A sowing that stays at home leads from (m, t) to (t, m') with m' after m in the work order. So the two blocks of
 * a pair (a, n - a) are swept together from the far end: by the time a tile is evaluated, the tiles that its home
 * sowings lead to are up to date, and a long chain of them is followed to its end within one sweep.
 *
 * <p>Once few values change, a sweep also propagates each change to the positions that it affects, tile by tile; what
 * would take dozens of sweeps is then done in one. The end is a sweep that changes nothing.
 */
public final class Sweeps {
    /** Changes that may wait until there are enough for a good batch. */
    private static final int CHANGES_KEPT = 256;

    private final SweepLayer layer;
    private final MoverBlock[] blocks;
    private final WorkerPool pool;
    private final Step step;
    private final TileKernels[] kernels;
    /** Positions changed by each thread's tiles so far, a cache line apart. */
    private final long[][] changed;

    private final ChangePropagation[] propagations;
    private final List<SweepTask> tasks;
    /** Whether the present sweep propagates changes. */
    private boolean propagates;
    /**
     * Whether the present sweep keeps values whose amounts are greater: while there are many changes to propagate, another thread
     * may raise a value of a tile between its evaluation and its storage. What is wrong is found by the sweeps that follow.
     */
    private boolean onlyGreater;

    /** What is done to a tile. Any number of threads may do it, each with kernels of its own. */
    public interface Step {
        /**
         * Evaluates and stores a tile.
         *
         * @param offset where the tile is stored
         * @param storedLines lines of it that are stored
         * @param onlyGreater whether what other threads have stored meanwhile is kept where it is further on
         * @return how many positions have changed, which the kernels tell in detail
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
     * @param step what is done to each tile
     * @param propagation makes what propagates the changes, once for each thread
     */
    public Sweeps(SweepLayer layer, Step step, Supplier<ChangePropagation> propagation) {
        this.layer = layer;
        this.blocks = layer.blocks;
        this.pool = layer.pool;
        this.step = step;
        int threads = pool.threads();
        kernels = new TileKernels[threads];
        propagations = new ChangePropagation[threads];
        changed = new long[threads][16];
        for (int i = 0; i < threads; i++) {
            kernels[i] = layer.makeKernels();
            propagations[i] = propagation.get();
        }
        tasks = SweepTask.plan(layer.shape, threads);
    }

    /**
     * Sweeps until a sweep over everything changes nothing, which also verifies the fixpoint.
     *
     * @param what what is computed, for people
     * @param steps how many steps of progress it is
     */
    public void run(String what, Monitor monitor, long steps) {
        long positions = layer.shape.positions();
        SweepProgress progress = new SweepProgress(monitor, steps, positions, layer.kernels.propagationShare());
        long left = positions;
        for (int sweep = 1; left != 0; sweep++) {
            boolean isFirst = !propagates && sweep > 1 && left < positions * layer.kernels.propagationShare();
            // Once begun, propagation goes on, however often it has changed the same positions in the sweep before.
            propagates |= isFirst;
            onlyGreater = isFirst;
            monitor.phase(propagates ? what + "change propagation" : what + "sweep");
            long stepsPerTask = progress.begin(propagates, tasks.size());
            left = sweep(monitor, stepsPerTask);
            monitor.sweep(sweep, left);
            progress.end(left);
        }
    }

    /** One sweep over everything; returns how many positions changed. */
    private long sweep(Monitor monitor, long stepsPerTask) {
        long before = changed();
        pool.run(tasks.size(), (worker, number) -> {
            sweepPart(worker, tasks.get((int) number));
            propagations[worker].propagate(0);
            monitor.advance(stepsPerTask);
        });
        return changed() - before;
    }

    private long changed() {
        long sum = 0;
        for (int worker = 0; worker < changed.length; worker++) {
            sum += changed[worker][0] + propagations[worker].changed;
        }
        return sum;
    }

    private void sweepPart(int worker, SweepTask task) {
        MoverBlock many = blocks[blocks.length - 1 - task.fewer()];
        MoverBlock few = blocks[task.fewer()];
        for (int i = task.toMany() - 1; i >= task.fromMany(); i--) {
            for (int j = task.toFew() - 1; j >= task.fromFew(); j--) {
                if (many != few) {
                    evaluate(worker, many, i, j);
                    evaluate(worker, few, j, i);
                } else if (i >= j) {
                    evaluate(worker, many, i, j);
                    if (i != j) {
                        evaluate(worker, many, j, i);
                    }
                }
            }
        }
    }

    private void evaluate(int worker, MoverBlock block, int moverTile, int opponentTile) {
        TileKernels kernel = kernels[worker];
        int opponents = Math.min(Tiles.WIDTH, block.opponents - opponentTile * Tiles.WIDTH);
        long offset = block.values.place(opponentTile * Tiles.WIDTH, moverTile * Tiles.WIDTH);
        int count = step.apply(kernel, block, moverTile, opponentTile, offset, opponents, onlyGreater);
        changed[worker][0] += count;
        if (propagates && count > 0) {
            ChangePropagation propagation = propagations[worker];
            kernel.forEachChange(
                    opponents,
                    (column, line, before) -> propagation.add(
                            block.moverSeeds,
                            moverTile * Tiles.WIDTH + column,
                            opponentTile * Tiles.WIDTH + line,
                            before));
            propagation.propagate(CHANGES_KEPT);
        }
    }
}
