package granary.builder.sweep;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerDistances;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeDistances;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import granary.database.Database;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Solves layers of awari by sweeping over them until nothing changes, on vectors, at the speed of memory.
 *
 * <p>Every value begins at 0 and is replaced by the best that the position's moves offer at the moment, in any order, in
 * place, by any number of threads. At every moment a value is that of a game cut off at some depth with 0: a value of
 * x > 0 means that the mover can force x, x < 0 that the opponent can, so absolute values only grow, and once the longest
 * forced line is reached nothing changes. A position with endless best play stays 0, as it should. So every byte is a
 * true statement on its own at any time, and any mixture of older and newer bytes is a state to go on from.
 *
 * <p>The working memory is two arrays of about a byte a position: see {@link LayerShape}.
 */
public final class SweepSolver implements LayerSolver {
    /** Steps a position, for the progress: two for the conversions, seven for the sweeps, one for packing. */
    private static final int CONVERSION_STEPS = 2;

    private static final int SWEEP_STEPS = 7;
    private static final int PACKING_STEPS = 1;

    /** A layer with fewer positions is solved before other threads are of help. */
    private static final long SMALL_LAYER = 500_000;

    private final Awari awari;
    private final int threads;
    private final KernelChoice choice;
    /** What depends on the seeds of one side alone, made when first needed. */
    private final List<MoveTable> moveTables = new ArrayList<>();

    private final List<int[]> workIndexes = new ArrayList<>();

    /**
     * Makes the solver.
     *
     * @param awari the game
     * @param threads how many threads it may use
     * @param choice how the inner loops run
     */
    public SweepSolver(Awari awari, int threads, KernelChoice choice) {
        this.awari = awari;
        this.threads = threads;
        this.choice = choice;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return "sweep solver, " + choice.description();
    }

    @Override
    public LayerDistances distances(Database database, int layer, Monitor monitor) {
        return new RetrogradeDistances(database, layer, threads, monitor);
    }

    @Override
    public long distanceSteps(long positions) {
        return 3 * positions;
    }

    @Override
    public long distanceBytes(int layer) {
        return 4 * awari.size(layer);
    }

    @Override
    public long steps(long positions) {
        return (CONVERSION_STEPS + SWEEP_STEPS + PACKING_STEPS) * positions;
    }

    @Override
    public MemoryNeed memory(int layer) {
        long bytes = shape(layer).workingBytes();
        return new MemoryNeed(bytes, bytes);
    }

    private LayerShape shape(int layer) {
        return new LayerShape(awari, layer);
    }

    @Override
    public void solve(Database database, WorkingMemory memory, LayerWriter writer, Monitor monitor) throws IOException {
        try (LowerLayers lower = new LowerLayers(database, writer.layer())) {
            solve(shape(writer.layer()), lower, memory.state(), memory.temporary(), writer, monitor);
        }
    }

    private void solve(
            LayerShape shape,
            LowerLayers lower,
            MemorySegment values,
            MemorySegment conversions,
            LayerWriter writer,
            Monitor monitor) {
        WorkerPool pool = new WorkerPool(shape.positions() < SMALL_LAYER ? 1 : threads, monitor);
        Kernels kernels = choice.kernels(shape.positions());
        monitor.phase("conversion values");
        MoverBlock[] blocks = blocks(shape, pool, kernels);
        PredecessorTable[] predecessors = PredecessorTable.all(shape.order, moveTables, shape.seeds);
        new ConversionValues(shape, blocks, predecessors, conversions, lower, pool).fill();
        monitor.advance(CONVERSION_STEPS * shape.positions());

        sweepToTheEnd(shape, blocks, predecessors, values, conversions, pool, kernels, monitor);

        monitor.phase("packing");
        new LayerPacker(shape, values, workIndexes, pool).pack(writer);
        monitor.advance(PACKING_STEPS * shape.positions());
    }

    private MoverBlock[] blocks(LayerShape shape, WorkerPool pool, Kernels kernels) {
        for (int x = moveTables.size(); x <= shape.seeds; x++) {
            moveTables.add(new MoveTable(shape.order, x));
            workIndexes.add(shape.order.workIndexesInFileOrder(x));
        }
        MoverBlock[] blocks = new MoverBlock[shape.seeds + 1];
        pool.run(blocks.length, (worker, number) -> {
            int x = (int) number;
            blocks[x] = new MoverBlock(shape, moveTables.get(x), x, kernels);
        });
        return blocks;
    }

    /** Sweeps until a sweep over everything changes nothing, which also verifies the fixpoint. */
    private void sweepToTheEnd(
            LayerShape shape,
            MoverBlock[] blocks,
            PredecessorTable[] predecessors,
            MemorySegment values,
            MemorySegment conversions,
            WorkerPool pool,
            Kernels kernels,
            Monitor monitor) {
        Sweeps sweeps = new Sweeps(shape, blocks, predecessors, values, conversions, pool, kernels);
        long all = SWEEP_STEPS * shape.positions();
        long told = 0;
        long changed = shape.positions();
        for (int sweep = 1; changed != 0; sweep++) {
            boolean propagate = sweep > 1 && changed < shape.positions() * kernels.propagationShare();
            monitor.phase(propagate ? "change propagation" : "sweep");
            changed = sweeps.sweep(propagate);
            monitor.sweep(sweep, changed);
            // Changes die away exponentially, so their logarithm tells how far the sweeps are.
            double left = Math.log(changed + 1.0) / Math.log(shape.positions() + 1.0);
            long done = Math.max(told, Math.round(all * (1 - left)));
            monitor.advance(done - told);
            told = done;
        }
    }
}
