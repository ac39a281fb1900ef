package granary.builder.build;

import granary.builder.CheckFailedException;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.file.ReservedFile;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.PageOrder;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkFiles;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerDistances;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Quantity;
import granary.game.Game;
import java.io.IOException;
import java.time.Duration;

/**
 * Builds the layers of a database in order, beginning at the first that is missing, and their distances to conversion if
 * wanted. Each file is published atomically, so a build may end at any moment and the next one resumes.
 */
public final class DatabaseBuild {
    /** Positions of a layer whose memory and file need libraries. */
    private static final long LARGE_LAYER = 25_000_000;

    /** A longest distance for which disk space is asked for before it is known. */
    private static final int LIKELY_LONGEST = 255;

    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memoryProvider;
    private final BuildListener listener;
    private final boolean distances;
    /** Null when layers are not verified. */
    private FreshLayers verified;

    /**
     * Creates a build of scores.
     *
     * @param directory the database
     * @param solver solves its layers
     * @param memoryProvider provides the solver's working memory
     * @param listener notified of progress; may stop the build
     */
    public DatabaseBuild(
            DatabaseDirectory directory, LayerSolver solver, MemoryProvider memoryProvider, BuildListener listener) {
        this(directory, solver, memoryProvider, listener, false);
    }

    /**
     * Creates a build.
     *
     * @param directory the database
     * @param solver solves its layers
     * @param memoryProvider provides the solver's working memory
     * @param listener notified of progress; may stop the build
     * @param distances whether to build distances too; never for games whose scores tell them
     */
    public DatabaseBuild(
            DatabaseDirectory directory,
            LayerSolver solver,
            MemoryProvider memoryProvider,
            BuildListener listener,
            boolean distances) {
        this.directory = directory;
        this.solver = solver;
        this.memoryProvider = memoryProvider;
        this.listener = listener;
        this.distances = distances && !directory.game().scoring().tellsDistance();
    }

    /**
     * Has this build verify each layer that it builds, before it goes on to the next.
     *
     * @return what it has verified so far
     */
    public FreshLayers verifyLayers() {
        verified = new FreshLayers(directory, solver.threads(), listener);
        return verified;
    }

    /**
     * Builds what is missing up to a layer. When nothing is, opens the files that are there, to see that they are whole as far
     * as presence, lengths and headers tell.
     *
     * @return what was done
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws CheckFailedException when memory or disk do not suffice for the next layer, or one is verified and wrong
     * @throws granary.error.DatabaseException when a layer below is damaged, or one that is to be there
     * @throws IOException when the disk fails
     */
    public Summary run(int topLayer) throws IOException {
        long start = System.nanoTime();
        long positions = 0;
        int layers = 0;
        cleanUp();
        if (topLayer >= 0 && !isDone(topLayer)) {
            solver.prepare(topLayer);
            if (directory.game().size(topLayer) >= LARGE_LAYER) {
                Thread.ofPlatform().daemon().name("libraries").start(DatabaseBuild::loadLibraries);
            }
        }
        for (int layer = 0; layer <= topLayer; layer++) {
            if (!isDone(layer)) {
                positions += build(layer, !directory.has(layer), distances && !directory.hasDistances(layer));
                layers++;
            }
        }
        directory.settle();
        if (layers == 0 && topLayer >= 0) {
            directory.open(topLayer).close(); // a broken database does not hold what it lists
        }
        return new Summary(layers, positions, Duration.ofNanos(System.nanoTime() - start), directory.bytes());
    }

    /** Loads what the larger layers need. */
    private static void loadLibraries() {
        try {
            ProcessMemory.prepare();
            ReservedFile.prepare();
        } catch (IOException e) {
            // Without a temporary file they are loaded when the first large layer needs them.
        }
    }

    private boolean isDone(int layer) {
        return directory.has(layer) && (!distances || directory.hasDistances(layer));
    }

    /** Removes what dead builders left, also one whose working memory was elsewhere. */
    private void cleanUp() throws IOException {
        new WorkFiles(directory.path(), directory.game().identity()).clean(this::isDone);
        memoryProvider.clean(this::isDone);
    }

    /** Builds files of one layer; all below it are finished. Returns its positions. */
    long build(int layer, boolean scoresMissing, boolean distancesMissing) throws IOException {
        long start = System.nanoTime();
        long positions = directory.game().size(layer);
        long steps = (scoresMissing ? solver.steps(positions) : 0)
                + (distancesMissing ? solver.distanceSteps(positions) : 0)
                + (verified == null ? 0 : positions);
        listener.layerBegins(layer, positions, steps);
        MemoryNeed need = need(layer, scoresMissing, distancesMissing);
        checkResources(
                layer,
                scoresMissing
                        ? DatabaseFiles.scoresHeader(directory.game(), layer, FileDigest.NONE)
                        : likelyDistances(directory.game(), layer),
                need);
        checkLayersTo(scoresMissing ? layer - 1 : layer);
        listener.phase("reserve");
        try (WorkingMemory memory = memoryProvider.open(layer, need)) {
            if (distancesMissing && memory.window().isPresent()) {
                throw new CheckFailedException("layer " + layer + " needs " + Units.bytes(need.total())
                        + " of main memory beside the Java heap for its distances, more than is available; its scores"
                        + " alone can be built with less");
            }
            if (scoresMissing) {
                buildScores(layer, memory);
            }
            if (distancesMissing) {
                if (scoresMissing) {
                    checkResources(layer, likelyDistances(directory.game(), layer), need);
                    checkLayersTo(layer);
                }
                buildDistances(layer, memory);
            }
        }
        if (memoryProvider.canResume(layer, need)) {
            directory.settle();
        }
        memoryProvider.remove(layer);
        if (verified != null) {
            verified.verify(layer);
        }
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return positions;
    }

    /** Returns memory that suffices for scores and distances: what is left of the scores may be of use for these. */
    private MemoryNeed need(int layer, boolean scores, boolean distances) {
        MemoryNeed none = new MemoryNeed(0, 0, 0, PageOrder.OF_THE_WINDOW);
        return (scores ? solver.memory(layer) : none).and(distances ? solver.distanceMemory(layer) : none);
    }

    private void buildScores(int layer, WorkingMemory memory) throws IOException {
        if (solver.isShared(layer)) {
            directory.settle();
        }
        try (Database lower = directory.open(layer - 1);
                LayerWriter writer = directory.begin(layer)) {
            solver.solve(lower, memory, writer, listener);
            publish(writer);
        }
    }

    private void buildDistances(int layer, WorkingMemory memory) throws IOException {
        try (Database database = directory.open(layer);
                LayerDistances computed = solver.distances(database, layer, memory, listener);
                LayerWriter writer = directory.beginDistances(layer, computed.longest())) {
            computed.write(writer);
            publish(writer);
        }
    }

    /** Returns the header of a layer's distances before they are known, for the space that they take: a byte likely holds each. */
    public static LayerHeader likelyDistances(Game game, int layer) {
        return DatabaseFiles.distancesHeader(game, layer, LIKELY_LONGEST, FileDigest.NONE);
    }

    private void publish(LayerWriter writer) throws IOException {
        listener.phase("publish");
        directory.publish(writer);
    }

    /** Damage would spread to what is computed from the layers, with right checksums. */
    private void checkLayersTo(int top) {
        listener.phase("check lower layers");
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        for (int layer = 0; layer <= top; layer++) {
            directory.check(layer, pool);
        }
    }

    private void checkResources(int layer, LayerHeader header, MemoryNeed need) throws IOException {
        Resources resources = Resources.of(directory.path(), memoryProvider.directory());
        long scratchBytes = memoryProvider.bytesToReserve(layer, need);
        boolean isOutOfCore = memoryProvider.directory() != null && header.quantity() == Quantity.SCORES;
        long tables = solver.tables(layer);
        // What a window takes at least is asked for only where it matters: to know whether there are any links Java
        // with the C library.
        long inMemory =
                isOutOfCore && !resources.holds(need.total(), tables) ? solver.leastMemory(layer) : need.total();
        resources.shortages(header.fileLength(), scratchBytes, inMemory, tables).stream()
                .findFirst()
                .ifPresent(shortage -> {
                    throw new CheckFailedException(
                            "layer " + layer + " " + shortage.description() + "; the layers below are finished");
                });
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
}
