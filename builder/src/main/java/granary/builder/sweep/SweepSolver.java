package granary.builder.sweep;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.BufferPool;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingArray;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.ScorePropagation;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.layer.SweepDistances;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.layer.Sweeps;
import granary.builder.sweep.outofcore.Candidates;
import granary.builder.sweep.outofcore.OutOfCoreLayer;
import granary.builder.sweep.partition.PartitionPageOrder;
import granary.database.LayerFile;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Solves layers of awari by sweeping over them until nothing changes, on vectors, at the speed of memory.
 *
 * <p>Every value begins at 0. It is replaced by the best that the position's moves offer at the moment: in any order, in
 * place, by any number of threads. A value is at every moment that of a game that is cut off at some depth and then worth 0:
 * x > 0 means that the mover can force x, x < 0 that the opponent can force -x. So absolute values only grow, and once the
 * longest forced line is reached nothing changes. A position with endless best play stays 0, which is its score. Every byte is
 * a true statement on its own at any time, so the solver can resume from any mixture of older and newer bytes.
 *
 * <p>The working memory is two arrays of about a byte per position: see {@link LayerShape}. {@link OutOfCoreLayer} is for layers
 * whose arrays do not fit into the main memory.
 */
public final class SweepSolver implements LayerSolver {
    /** Steps of progress per position, about as the phases take time at 23 seeds: unpacking, conversion values, sweeps, packing. */
    private static final int LOADING_STEPS = 1;

    private static final int CONVERSION_STEPS = 4;

    private static final int SWEEP_STEPS = 5;
    private static final int PACKING_STEPS = 1;
    private static final int DISTANCE_SWEEP_STEPS = 6;
    private static final int DISTANCE_PACKING_STEPS = 2;
    private static final int BOUNDS_PACKING_STEPS = 2;

    /** One thread solves a layer with fewer positions before others could help. */
    static final long SMALL_LAYER = 500_000;

    private final Awari awari;
    private final int threads;
    private final KernelChoice choice;
    /** The longest distance that is kept in a byte. */
    private final int longest;
    /** Makes a list for a number of candidates at most. */
    private final IntFunction<Candidates> candidates;
    /** A layer with fewer positions is solved by one thread. */
    private final long smallLayer;

    private final SideTables tables;

    /** Makes the solver, for a number of threads. */
    public SweepSolver(Awari awari, int threads, KernelChoice choice) {
        this(awari, threads, choice, DistanceCode.UNKNOWN - 1, Candidates::new, SMALL_LAYER);
    }

    /** For tests: treats longer distances as those that a byte cannot hold, or has all threads work on small layers. */
    SweepSolver(
            Awari awari,
            int threads,
            KernelChoice choice,
            int longest,
            IntFunction<Candidates> candidates,
            long smallLayer) {
        this.smallLayer = smallLayer;
        this.longest = longest;
        this.candidates = candidates;
        this.awari = awari;
        this.tables = new SideTables(awari);
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
    public void prepare(int topLayer) {
        choice.prepare(awari.size(topLayer));
    }

    @Override
    public LayerNeeds need(int layer) {
        LayerShape shape = new LayerShape(awari, layer);
        long bytes = 2 * shape.workingBytes();
        long steps = (CONVERSION_STEPS + SWEEP_STEPS + PACKING_STEPS) * awari.size(layer);
        Packing packing = Packing.of(awari.minScore(layer), awari.maxScore(layer));
        long heap = SweepLayer.heapBytes(shape, pooled(shape), packing, 1);
        LayerNeeds.OutOfCore outOfCore = new LayerNeeds.OutOfCore(
                new PartitionPageOrder(shape, true),
                OutOfCoreLayer.leastBytes(shape),
                budget -> heap + OutOfCoreLayer.heapBytes(shape, pooled(shape), budget));
        return new LayerNeeds(bytes, heap, outOfCore, steps, "");
    }

    /** Returns the needs of an optional file of a layer; distances are computed from the file of the scores. */
    public LayerNeeds need(FileKind kind, int layer) {
        return kind == FileKind.DISTANCES ? distanceNeed(layer) : boundsNeed(layer);
    }

    private LayerNeeds distanceNeed(int layer) {
        LayerShape shape = new LayerShape(awari, layer);
        long steps = loadingSteps(layer) + (DISTANCE_SWEEP_STEPS + DISTANCE_PACKING_STEPS) * awari.size(layer);
        long heap = SweepLayer.heapBytes(shape, pooled(shape), Packing.of(0, DistanceCode.UNKNOWN - 1), 2);
        return new LayerNeeds(2 * shape.workingBytes(), heap, steps);
    }

    /** Returns the number of these steps that {@link #load} takes. */
    public long loadingSteps(int layer) {
        return (LOADING_STEPS + CONVERSION_STEPS) * awari.size(layer);
    }

    private int pooled(LayerShape shape) {
        return shape.positions() < smallLayer ? 1 : threads;
    }

    @Override
    public void solve(int number, LayerFiles lower, WorkingMemory memory, LayerWriter writer, Monitor monitor)
            throws IOException {
        switch (memory) {
            case ProcessMemory whole -> sweep(number, lower, whole.bytes(), writer, monitor);
            case BufferPool buffers -> sweep(number, lower, buffers, writer, monitor);
        }
    }

    /**
     * Solves a layer in main memory and writes all its scores; otherwise as {@link #solve}.
     *
     * @return the layer in memory, of which {@link #distances} can be computed
     */
    public SweepLayer sweep(int number, LayerFiles lower, MemorySegment memory, LayerWriter writer, Monitor monitor)
            throws IOException {
        SweepLayer layer = layer(number, memory, monitor);
        long positions = layer.shape.positions();
        fillConversions(Quantity.SCORE, layer, lower, monitor);
        new Sweeps(layer, List.of(step(layer, layer)), () -> new ScorePropagation(layer))
                .run("", monitor, SWEEP_STEPS * positions);
        monitor.phase(LayerPacker.PHASE);
        new LayerPacker(FileKind.SCORES, layer, null).pack(writer, monitor, PACKING_STEPS * positions);
        return layer;
    }

    private static Sweeps.Step step(SweepLayer layer, SweepLayer other) {
        return (kernels, block, moverTile, opponentTile, offset, storedLines, onlyGreater) -> {
            kernels.evaluate(block, other.values, layer.conversions, moverTile, opponentTile);
            return kernels.store(layer.values, offset, storedLines, onlyGreater);
        };
    }

    private LayerNeeds boundsNeed(int layer) {
        LayerShape shape = new LayerShape(awari, layer);
        long decoders = 0;
        for (int lower = Math.max(0, layer - Sowing.MOST_CAPTURED * awari.pits()); lower < layer - 1; lower++) {
            decoders += 2 * RowDecoder.heapBytes(packing(lower).radix());
        }
        return new LayerNeeds(
                4 * shape.workingBytes(),
                decoders + SweepLayer.heapBytes(shape, pooled(shape), packing(layer), 2),
                (2 * (CONVERSION_STEPS + SWEEP_STEPS) + BOUNDS_PACKING_STEPS) * awari.size(layer));
    }

    private Packing packing(int layer) {
        return LayerFile.header(FileKind.BOUNDS, awari, layer, 0, FileDigest.NONE)
                .packing();
    }

    /**
     * Computes and writes the bounds of a layer, by sweeps over two arrays that read each other: what the mover can force grows from 0,
     * and what the opponent can force, which is negative, falls.
     *
     * @param number the layer
     * @param lower has the bounds of all layers below
     * @param memory the working memory, zeros at first
     * @param writer receives the bounds; this method does not publish it
     * @param monitor notified of progress; may stop it
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.error.DatabaseException when a layer below cannot be read
     */
    public void bounds(int number, LayerFiles lower, MemorySegment memory, LayerWriter writer, Monitor monitor) {
        SweepLayer forced = layer(number, memory, monitor);
        long bytes = forced.shape.workingBytes();
        SweepLayer conceded = forced.with(
                new WorkingArray(memory.asSlice(2 * bytes, bytes)), new WorkingArray(memory.asSlice(3 * bytes, bytes)));
        conceded.clear();
        long positions = forced.shape.positions();
        fillConversions(Quantity.FORCED, forced, lower, monitor);
        fillConversions(Quantity.CONCEDED, conceded, lower, monitor);
        new Sweeps(
                        forced,
                        List.of(step(forced, conceded), step(conceded, forced)),
                        () -> new ScorePropagation(forced, conceded))
                .run("bounds ", monitor, 2 * SWEEP_STEPS * positions);
        monitor.phase(LayerPacker.PHASE);
        new LayerPacker(FileKind.BOUNDS, forced, conceded.values)
                .pack(writer, monitor, BOUNDS_PACKING_STEPS * positions);
    }

    private void sweep(int number, LayerFiles lower, BufferPool buffers, LayerWriter writer, Monitor monitor)
            throws IOException {
        LayerShape shape = new LayerShape(awari, number);
        long positions = shape.positions();
        SweepLayer layer = layer(shape, buffers.array(0), buffers.array(shape.workingBytes()), monitor);
        OutOfCoreLayer outOfCore = new OutOfCoreLayer(layer, buffers, monitor, candidates);
        if (outOfCore.isFinished()) {
            monitor.advance((CONVERSION_STEPS + SWEEP_STEPS) * positions);
        } else {
            outOfCore.fillConversions(lower, CONVERSION_STEPS * positions);
            outOfCore.sweep(SWEEP_STEPS * positions);
        }
        outOfCore.pack(writer, PACKING_STEPS * positions);
    }

    /**
     * Reads a finished layer into memory.
     *
     * @param layers has the layer and all layers below
     * @param memory its contents are lost
     * @param monitor notified of progress; may stop it
     * @return the layer in memory, of which {@link #distances} can be computed
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.error.DatabaseException when a layer cannot be read
     */
    public SweepLayer load(int number, LayerFiles layers, MemorySegment memory, Monitor monitor) {
        SweepLayer layer = layer(number, memory, monitor);
        monitor.phase("unpacking");
        layer.read(layers.scores(number).rows(Quantity.SCORE));
        monitor.advance(LOADING_STEPS * layer.shape.positions());
        fillConversions(Quantity.SCORE, layer, layers, monitor);
        return layer;
    }

    /**
     * Computes the distances to conversion of a layer that is in memory, in place of its conversion values.
     *
     * @param monitor notified of progress, also while the distances are written; may stop it
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.builder.CheckFailedException when the scores are wrong, or a distance does not fit
     */
    public SweepDistances distances(SweepLayer layer, Monitor monitor) {
        long positions = layer.shape.positions();
        return new SweepDistances(
                layer, longest, monitor, DISTANCE_SWEEP_STEPS * positions, DISTANCE_PACKING_STEPS * positions);
    }

    private static void fillConversions(Quantity quantity, SweepLayer layer, LayerFiles lower, Monitor monitor) {
        monitor.phase(ConversionValues.PHASE);
        new ConversionValues(quantity, layer, lower).fill(monitor, CONVERSION_STEPS * layer.shape.positions());
    }

    private SweepLayer layer(int number, MemorySegment memory, Monitor monitor) {
        LayerShape shape = new LayerShape(awari, number);
        long bytes = shape.workingBytes();
        SweepLayer layer = layer(
                shape,
                new WorkingArray(memory.asSlice(0, bytes)),
                new WorkingArray(memory.asSlice(bytes, bytes)),
                monitor);
        monitor.phase("first touch");
        layer.clear();
        return layer;
    }

    private SweepLayer layer(LayerShape shape, WorkingArray values, WorkingArray conversions, Monitor monitor) {
        monitor.phase("tables");
        WorkerPool pool = new WorkerPool(pooled(shape), monitor);
        return new SweepLayer(shape, tables, pool, choice.kernels(shape.positions()), values, conversions);
    }
}
