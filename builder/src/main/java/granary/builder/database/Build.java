package granary.builder.database;

import granary.builder.Monitor;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerNeed;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.layer.SweepDistances;
import granary.builder.sweep.layer.SweepLayer;
import granary.format.FileKind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * Builds the layers of a database in order, and their distances to conversion and bounds if wanted: solves each that is missing,
 * writes and publishes it. Each file is published atomically, so a build may end at any moment and the next one resumes. Not thread-safe.
 */
public final class Build {
    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memory;
    private final Monitor listener;
    private final LayerChecks checks;
    /** What is built of each layer. */
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
     * @param listener notified of progress; may stop the build
     */
    public Build(DatabaseDirectory directory, LayerSolver solver, Monitor listener) {
        this(
                directory,
                solver,
                new MemoryProvider(directory.path(), directory.game().identity()),
                listener);
    }

    /**
     * Creates a build of scores.
     *
     * @param directory the database
     * @param solver solves its layers
     * @param memory provides the solver's working memory
     * @param listener notified of progress; may stop the build
     */
    public Build(DatabaseDirectory directory, LayerSolver solver, MemoryProvider memory, Monitor listener) {
        this.directory = directory;
        this.solver = solver;
        this.memory = memory;
        this.listener = listener;
        this.checks = new LayerChecks(directory, solver, memory, listener);
    }

    /**
     * Has this build compute optional files, too, but not distances that follow from the game's scores.
     *
     * @param optional distances to conversion or bounds, or both
     * @return this build
     * @throws granary.builder.InvalidRequestException when nothing computes them for the game
     */
    public Build with(FileKind... optional) {
        for (FileKind kind : optional) {
            if (kind == FileKind.BOUNDS || kind == FileKind.DISTANCES && !tellsDistance()) {
                sweeps = Solvers.ofOptional(solver, directory.game());
                kinds.add(kind);
            }
        }
        return this;
    }

    private boolean tellsDistance() {
        return directory.game().scoring().tellsDistance();
    }

    /**
     * Builds what is missing up to a layer, and checks that all files are there, with the right lengths and headers.
     *
     * @return the totals
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice for the next layer
     * @throws granary.builder.InvalidRequestException when a layer that is missing reads one that is sealed
     * @throws granary.error.DatabaseException when a finished layer is damaged or missing
     * @throws IOException when the disk fails
     */
    public Summary run(int topLayer) throws IOException {
        long start = System.nanoTime();
        for (int layer = 0; layer <= topLayer; layer++) {
            Set<FileKind> missing = missing(layer);
            if (missing.contains(FileKind.SCORES) || missing.contains(FileKind.DISTANCES)) {
                checks.readsPackedLayers(layer, missing.contains(FileKind.SCORES));
            }
        }
        Leftovers.clean(directory, memory, layer -> !isMissing(layer));
        Libraries libraries = new Libraries(directory.path());
        if (topLayer >= 0 && isMissing(topLayer)) {
            solver.prepare(topLayer);
            libraries.loadFor(directory.game().size(topLayer));
        }
        int layers = 0;
        long positions = 0;
        for (int layer = 0; layer <= topLayer; layer++) {
            if (isMissing(layer) && build(layer)) {
                layers++;
                positions += directory.game().size(layer);
            }
        }
        directory.settle();
        if (topLayer >= 0) {
            checks.filesTo(topLayer); // what was built did not need all of them
        }
        libraries.await();
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

    private boolean isMissing(int layer) {
        return !missing(layer).isEmpty();
    }

    private Set<FileKind> missing(int layer) {
        Set<FileKind> missing = EnumSet.copyOf(kinds);
        missing.removeIf(kind -> kind.isOptional() ? directory.has(kind, layer) : directory.holds(layer));
        return missing;
    }

    /** Builds what is missing of a layer, and returns whether that was more than to list distances that lie there. */
    private boolean build(int layer) throws IOException {
        Set<FileKind> missing = missing(layer);
        boolean lieThere =
                Files.exists(directory.path(FileKind.DISTANCES, layer)) && missing.remove(FileKind.DISTANCES);
        if (!missing.isEmpty()) {
            build(layer, missing);
        }
        boolean areFalse = lieThere && !checks.listDistances(layer);
        if (areFalse) {
            build(layer, EnumSet.of(FileKind.DISTANCES));
        }
        return !missing.isEmpty() || areFalse;
    }

    /** Builds files of a layer; all below it are finished. */
    private void build(int layer, Set<FileKind> missing) throws IOException {
        long start = System.nanoTime();
        long positions = directory.game().size(layer);
        LayerNeed need = checks.need(layer, missing);
        Set<FileKind> scores = EnumSet.copyOf(missing);
        boolean ofBounds = scores.remove(FileKind.BOUNDS);
        boolean isSolvedInMemory = scores.size() == 2 && solver == sweeps;
        long saved = isSolvedInMemory ? sweeps.loadingSteps(layer) : 0;
        listener.layerBegins(layer, positions, need.steps() - saved);
        checks.resources(layer, need, missing);
        if (!scores.isEmpty()) {
            buildScores(layer, scores);
        }
        if (ofBounds) {
            checks.filesTo(FileKind.BOUNDS, layer - 1);
            computeBounds(layer);
        }
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Builds the scores of a layer, or its distances, or both in the same working memory. */
    private void buildScores(int layer, Set<FileKind> missing) throws IOException {
        boolean ofScores = missing.contains(FileKind.SCORES);
        boolean ofDistances = missing.contains(FileKind.DISTANCES);
        checks.filesTo(FileKind.SCORES, ofScores ? layer - 1 : layer);
        listener.phase("reserve");
        try (WorkingMemory opened =
                memory.open(layer, checks.need(layer, missing).memory())) {
            SweepLayer solved = ofScores ? solve(layer, opened) : null;
            if (ofDistances && ofScores) {
                checks.spaceForDistances(layer);
                checks.filesTo(FileKind.SCORES, layer);
            }
            if (ofDistances) {
                computeDistances(layer, solved, ((ProcessMemory) opened).bytes()); // their need allows no window
            }
        }
        if (memory.hasFiles(layer)) {
            directory.settle();
            memory.remove(layer);
        }
    }

    /** Computes the bounds of a layer, and writes and publishes them. */
    private void computeBounds(int layer) throws IOException {
        listener.phase("reserve");
        long bytes = sweeps.need(FileKind.BOUNDS, layer).memory().bytes();
        try (ProcessMemory working = new ProcessMemory(bytes);
                LayerFiles lower = directory.layers();
                LayerWriter writer = directory.beginBounds(layer)) {
            try {
                sweeps.bounds(layer, lower, working.bytes(), writer, listener);
            } catch (InternalError e) {
                throw lower.fault(e);
            }
            publish(writer);
            checks.isMade(FileKind.BOUNDS, layer);
        }
    }

    /** Solves a layer, and writes and publishes it. Returns it in memory if its distances can be computed from there, or null. */
    private SweepLayer solve(int layer, WorkingMemory opened) throws IOException {
        if (solver.isShared(layer)) {
            directory.settle();
        }
        try (LayerFiles lower = directory.layers();
                LayerWriter writer = directory.begin(layer)) {
            SweepLayer solved = null;
            try {
                if (opened instanceof FileWindow window) {
                    solver.solve(layer, lower, window, writer, listener);
                } else if (solver instanceof SweepSolver sweeping) {
                    solved = sweeping.sweep(layer, lower, ((ProcessMemory) opened).bytes(), writer, listener);
                } else {
                    solver.solve(layer, lower, ((ProcessMemory) opened).bytes(), writer, listener);
                }
            } catch (InternalError e) {
                throw lower.fault(e);
            }
            publish(writer);
            checks.isMade(FileKind.SCORES, layer);
            return solved;
        }
    }

    /** Computes the distances of a layer, and writes and publishes them. */
    private void computeDistances(int layer, SweepLayer solved, MemorySegment whole) throws IOException {
        try (LayerFiles layers = directory.layers()) {
            try {
                SweepLayer inMemory = solved != null ? solved : sweeps.load(layer, layers, whole, listener);
                SweepDistances computed = sweeps.distances(inMemory, listener);
                try (LayerWriter writer = directory.beginDistances(layer, computed.longest())) {
                    computed.write(writer);
                    publish(writer);
                }
            } catch (InternalError e) {
                throw layers.fault(e);
            }
        }
    }

    private void publish(LayerWriter writer) throws IOException {
        listener.phase("publish");
        directory.publish(writer);
    }
}
