package granary.builder.database;

import granary.builder.Monitor;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.layer.SweepDistances;
import granary.builder.sweep.layer.SweepLayer;
import granary.format.FileKind;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * Builds a database: for each layer that is missing, from the lowest on, solves it, writes it and publishes it; also its distances to
 * conversion and bounds if they are wanted. Each file is published atomically, so a build may end at any moment and the next one
 * resumes. Not thread-safe.
 */
public final class Build {
    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memory;
    private final Monitor monitor;
    private final LayerChecks checks;
    /** The kinds of file that are built of each layer. */
    private final Set<FileKind> kinds = EnumSet.of(FileKind.SCORES);
    /** Null when scores alone are built. */
    private SweepSolver sweeps;

    /**
     * Creates a build of scores with the fastest solver for the game, on all processors: see {@link Solvers}.
     *
     * @param directory the database
     */
    public Build(DatabaseDirectory directory) {
        this(directory, Solvers.fastest(directory.game()), Monitor.SILENT);
    }

    /**
     * Creates a build of scores with as much main memory as is available.
     *
     * @param directory the database
     * @param solver solves its layers
     * @param monitor notified of progress; may stop the build
     */
    public Build(DatabaseDirectory directory, LayerSolver solver, Monitor monitor) {
        this(
                directory,
                solver,
                new MemoryProvider(directory.path(), directory.game().identity()),
                monitor);
    }

    /**
     * Creates a build of scores.
     *
     * @param directory the database
     * @param solver solves its layers
     * @param memory provides the solver's working memory
     * @param monitor notified of progress; may stop the build
     */
    public Build(DatabaseDirectory directory, LayerSolver solver, MemoryProvider memory, Monitor monitor) {
        this.directory = directory;
        this.solver = solver;
        this.memory = memory;
        this.monitor = monitor;
        this.checks = new LayerChecks(directory, solver, memory, monitor);
    }

    /**
     * Has this build also compute optional files, but not distances that follow from the game's scores.
     *
     * @param optional distances to conversion or bounds, or both
     * @return this build
     * @throws granary.builder.InvalidRequestException when nothing computes them for the game
     */
    public Build with(FileKind... optional) {
        for (FileKind kind : optional) {
            if (kind == FileKind.BOUNDS
                    || kind == FileKind.DISTANCES && !directory.game().scoring().tellsDistance()) {
                sweeps = Solvers.ofOptional(solver, directory.game());
                kinds.add(kind);
            }
        }
        return this;
    }

    /**
     * Builds the missing files up to a layer, and checks that all files exist, with the right lengths and headers.
     *
     * @return the totals
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice for the next layer
     * @throws granary.builder.InvalidRequestException when a layer that is missing reads one that is compressed
     * @throws granary.error.DatabaseException when a finished layer is damaged or missing
     * @throws IOException when the disk fails
     */
    public Summary run(int topLayer) throws IOException {
        long start = System.nanoTime();
        int layers = 0;
        long positions = 0;
        checks.begin(topLayer, kinds);
        for (int layer = 0; layer <= topLayer; layer++) {
            Set<FileKind> missing = directory.missing(layer, kinds);
            if (!missing.isEmpty()) {
                build(layer, missing);
                layers++;
                positions += directory.game().size(layer);
            }
        }
        directory.awaitPublication();
        checks.end(topLayer);
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        return new Summary(layers, positions, time, directory.manifest().bytes());
    }

    /**
     * Totals of a build.
     *
     * @param layers layers built
     * @param positions positions in them
     * @param time how long it took
     * @param bytes bytes of all layers in the directory
     */
    public record Summary(int layers, long positions, Duration time, long bytes) {}

    /** Builds files of a layer; all below it are finished. */
    private void build(int layer, Set<FileKind> missing) throws IOException {
        long start = System.nanoTime();
        long positions = directory.game().size(layer);
        LayerNeeds need = checks.need(layer, missing);
        monitor.layerBegins(layer, positions, need.steps());
        checks.resources(layer, need, missing);
        Set<FileKind> scores = EnumSet.copyOf(missing);
        scores.remove(FileKind.BOUNDS);
        try {
            if (!scores.isEmpty()) {
                scoresAndDistances(layer, scores);
            }
            if (missing.contains(FileKind.BOUNDS)) {
                bounds(layer);
            }
        } catch (InternalError e) {
            throw LayerFiles.fault(directory.listing(), e);
        }
        monitor.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Builds the scores of a layer, or its distances, or both in the same working memory. */
    private void scoresAndDistances(int layer, Set<FileKind> missing) throws IOException {
        checks.bytes(FileKind.SCORES, missing.contains(FileKind.SCORES) ? layer - 1 : layer);
        monitor.phase("reserve");
        try (WorkingMemory opened = memory.open(layer, checks.need(layer, missing))) {
            SweepLayer solved = missing.contains(FileKind.SCORES) ? scores(layer, opened) : null;
            if (missing.contains(FileKind.DISTANCES)) {
                distances(layer, solved, (ProcessMemory) opened); // their need allows no buffer pool
            }
        }
        if (memory.files().exist(layer)) {
            directory.awaitPublication();
            memory.files().remove(layer);
        }
    }

    /** Solves a layer, and writes and publishes it. Returns it in memory if its distances can be computed from there, or null. */
    private SweepLayer scores(int layer, WorkingMemory opened) throws IOException {
        if (solver.isShared(layer)) {
            directory.awaitPublication();
        }
        SweepLayer solved = null;
        try (LayerFiles lower = directory.layers();
                LayerWriter writer = directory.begin(layer)) {
            if (solver == sweeps && opened instanceof ProcessMemory whole) {
                solved = sweeps.sweep(layer, lower, whole.bytes(), writer, monitor);
            } else {
                solver.solve(layer, lower, opened, writer, monitor);
            }
            publish(writer);
        }
        return solved;
    }

    /** Computes the distances of a layer, and writes and publishes them. */
    private void distances(int layer, SweepLayer solved, ProcessMemory opened) throws IOException {
        checks.space(FileKind.DISTANCES, layer);
        try (LayerFiles layers = directory.layers()) {
            SweepLayer inMemory = solved != null ? solved : sweeps.load(layer, layers, opened.bytes(), monitor);
            SweepDistances computed = sweeps.distances(inMemory, monitor);
            try (LayerWriter writer = directory.begin(FileKind.DISTANCES, layer, computed.longest())) {
                computed.write(writer);
                publish(writer);
            }
        }
    }

    /** Computes the bounds of a layer, and writes and publishes them. */
    private void bounds(int layer) throws IOException {
        checks.bytes(FileKind.BOUNDS, layer - 1);
        monitor.phase("reserve");
        try (WorkingMemory opened = memory.open(layer, sweeps.need(FileKind.BOUNDS, layer));
                LayerFiles lower = directory.layers();
                LayerWriter writer = directory.begin(FileKind.BOUNDS, layer, 0)) {
            sweeps.bounds(
                    layer, lower, ((ProcessMemory) opened).bytes(), writer, monitor); // the need allows no buffer pool
            publish(writer);
        }
    }

    private void publish(LayerWriter writer) throws IOException {
        monitor.phase("publish");
        directory.publish(writer);
        checks.isMade(writer.kind(), writer.layer());
    }
}
