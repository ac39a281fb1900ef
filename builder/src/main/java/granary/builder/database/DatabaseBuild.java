package granary.builder.database;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.account.Account;
import granary.builder.account.LayerSizes;
import granary.builder.account.Needs;
import granary.builder.file.Disk;
import granary.builder.file.ReservedFile;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkFiles;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerNeed;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.layer.SweepDistances;
import granary.builder.sweep.layer.SweepLayer;
import granary.database.Database;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Builds the layers of a database in order, beginning at the first that is missing, and their distances to conversion if
 * wanted. Each file is published atomically, so a build may end at any moment and the next one resumes. Not thread-safe.
 */
public final class DatabaseBuild {
    /** The memory and the file of a layer with more positions than this need libraries that take time to load. */
    private static final long LARGE_LAYER = 25_000_000;

    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memoryProvider;
    private final BuildListener listener;
    /** Null when no distances are built. */
    private SweepSolver distances;
    /** Null until libraries are loaded in the background. */
    private Thread libraries;

    /**
     * Creates a build of scores with the fastest solver for the game, on all processors: see {@link Solvers}.
     *
     * @param directory the database
     */
    public DatabaseBuild(DatabaseDirectory directory) {
        this(directory, Solvers.fastest(directory.game()), BuildListener.SILENT);
    }

    /**
     * Creates a build of scores with as much main memory as is available.
     *
     * @param directory the database
     * @param solver solves its layers
     * @param listener notified of progress; may stop the build
     */
    public DatabaseBuild(DatabaseDirectory directory, LayerSolver solver, BuildListener listener) {
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
     * @param memoryProvider provides the solver's working memory
     * @param listener notified of progress; may stop the build
     */
    public DatabaseBuild(
            DatabaseDirectory directory, LayerSolver solver, MemoryProvider memoryProvider, BuildListener listener) {
        this.directory = directory;
        this.solver = solver;
        this.memoryProvider = memoryProvider;
        this.listener = listener;
    }

    /**
     * Has this build compute distances to conversion, too, unless they follow from the game's scores.
     *
     * @return this build
     * @throws InvalidRequestException when nothing computes distances for the game
     */
    public DatabaseBuild withDistances() {
        distances = directory.game().scoring().tellsDistance() ? null : Solvers.ofDistances(solver, directory.game());
        return this;
    }

    /**
     * Builds what is missing up to a layer, and checks that all files are there, with the right lengths and headers.
     *
     * @return the totals
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws CheckFailedException when memory or disk do not suffice for the next layer
     * @throws InvalidRequestException when the next layer reads one whose packed scores were sealed
     * @throws granary.error.DatabaseException when a finished layer is damaged or missing
     * @throws IOException when the disk fails
     */
    public Summary run(int topLayer) throws IOException {
        long start = System.nanoTime();
        for (int layer = 0; layer <= topLayer; layer++) {
            if (!isDone(layer)) {
                checkIsPacked(layer, !directory.holds(layer));
            }
        }
        cleanUp();
        if (topLayer >= 0 && !isDone(topLayer)) {
            solver.prepare(topLayer);
            if (directory.game().size(topLayer) >= LARGE_LAYER) {
                libraries = Thread.ofPlatform().daemon().name("libraries").start(this::loadLibraries);
            }
        }
        Summary summary = build(topLayer, start);
        // Not after an interruption: while the process ends, libraries complain that they cannot be loaded.
        awaitLibraries();
        return summary;
    }

    /**
     * Opens a small database after building missing layers, without reporting progress. A complete database is not written to.
     *
     * @param directory the database's directory, created if missing
     * @param topLayer the last layer needed
     * @throws granary.builder.InvalidRequestException when the directory holds another game's database, or another
     *     builder is running there
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws granary.error.DatabaseException when a file there is damaged
     * @throws IOException when the disk fails
     */
    public static Database open(Path directory, Game game, int topLayer) throws IOException {
        if (!isComplete(directory, game, topLayer)) {
            try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
                new DatabaseBuild(database).run(topLayer);
            }
        }
        return Database.open(directory);
    }

    private static boolean isComplete(Path directory, Game game, int topLayer) {
        if (!Files.exists(directory.resolve(Manifest.FILE_NAME))) {
            return false;
        }
        try (Database database = Database.open(directory)) {
            return database.game().identity().equals(game.identity())
                    && database.layers().size() > topLayer;
        }
    }

    private Summary build(int topLayer, long start) throws IOException {
        long positions = 0;
        int layers = 0;
        for (int layer = 0; layer <= topLayer; layer++) {
            if (!isDone(layer)) {
                long built = buildMissing(layer);
                positions += built;
                layers += built > 0 ? 1 : 0;
            }
        }
        directory.settle();
        if (topLayer >= 0) {
            checkFiles(topLayer); // what was built did not need all of them
        }
        return new Summary(
                layers,
                positions,
                Duration.ofNanos(System.nanoTime() - start),
                directory.manifest().bytes());
    }

    /** Builds what is missing of a layer. Distances that a repair has taken out of the list with damaged scores lie there yet. */
    private long buildMissing(int layer) throws IOException {
        boolean isLost = !directory.holds(layer);
        boolean wantsDistances = distances != null && !directory.has(FileKind.DISTANCES, layer);
        if (!wantsDistances || !Files.exists(directory.path(FileKind.DISTANCES, layer))) {
            return build(layer, isLost, wantsDistances);
        }
        long positions = isLost ? build(layer, true, false) : 0;
        if (!listsDistancesAgain(layer)) {
            positions = build(layer, false, true);
        }
        return positions;
    }

    /** Lists distances again that lie there whole and were computed from the listed scores. Returns whether there are such. */
    private boolean listsDistancesAgain(int layer) throws IOException {
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        FileReport report = FileReport.of(directory.path(), directory.game(), FileKind.DISTANCES, layer, pool);
        if (!report.isWhole() || !report.header().basis().equals(directory.scoresDigest(layer))) {
            return false;
        }
        directory.adopt(FileKind.DISTANCES, layer, report.entry());
        directory.save();
        return true;
    }

    /** Checks that all files that the manifest on the disk lists are there, and have lengths and headers that belong together. */
    private void checkFiles(int topLayer) {
        Listing onDisk = new Listing(new DirectorySource(directory.path(), Access.POSITIONED));
        for (FileKind kind : FileKind.values()) {
            for (int layer : onDisk.manifest().files(kind).headMap(topLayer + 1).keySet()) {
                LayerFile.open(onDisk, directory.game(), kind, layer).close();
            }
        }
    }

    /** Loads libraries that the larger layers need. The file for that has a name that the next builder removes if this one is killed. */
    private void loadLibraries() {
        try {
            ProcessMemory.prepare();
            ReservedFile.prepare(Disk.temporary(directory.path().resolve(DatabaseDirectory.TRIAL)));
        } catch (IOException e) {
            // There is no room for a temporary file: the first large layer loads them.
        }
    }

    /** Waits for the libraries, so that their file does not stay. */
    private void awaitLibraries() {
        try {
            if (libraries != null) {
                libraries.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isDone(int layer) {
        return directory.holds(layer) && (distances == null || directory.has(FileKind.DISTANCES, layer));
    }

    /** Removes what killed builders left, here and in the directory of the working memory. */
    private void cleanUp() throws IOException {
        new WorkFiles(directory.path(), directory.game().identity()).clean(this::isDone);
        memoryProvider.clean(this::isDone);
    }

    /**
     * Builds files of one layer; all below it are finished.
     *
     * @return its positions
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws CheckFailedException when memory or disk do not suffice
     * @throws InvalidRequestException when the layer reads one whose packed scores were sealed
     * @throws granary.error.DatabaseException when a layer below is damaged or missing
     * @throws IOException when the disk fails
     */
    private long build(int layer, boolean scoresMissing, boolean distancesMissing) throws IOException {
        checkIsPacked(layer, scoresMissing);
        long start = System.nanoTime();
        long positions = directory.game().size(layer);
        Account account = Resources.of(directory.path(), memoryProvider).account(directory.game(), solver);
        LayerNeed need = account.need(layer, scoresMissing, distancesMissing);
        MemoryNeed memoryNeed = need.memory().of(directory.scoresDigest(layer - 1));
        boolean isSolvedInMemory = scoresMissing && distancesMissing && solver == distances;
        listener.layerBegins(layer, positions, need.steps() - (isSolvedInMemory ? distances.loadingSteps(layer) : 0));
        if (distancesMissing) {
            checkMemoryForDistances(layer, need, memoryProvider.available());
        }
        LayerSizes sizes = account.sizes();
        check(
                layer,
                account.build(layer, scoresMissing, distancesMissing),
                sizes.bytes(layer, scoresMissing, !scoresMissing),
                memoryProvider.bytesToReserve(layer, memoryNeed));
        checkLayersTo(scoresMissing ? layer - 1 : layer);
        long distanceBytes = sizes.bytes(layer, false, distancesMissing);
        listener.phase("reserve");
        try (WorkingMemory memory = memoryProvider.open(layer, memoryNeed)) {
            SweepLayer solved = scoresMissing ? buildScores(layer, memory) : null;
            if (distancesMissing) {
                if (scoresMissing) {
                    check(layer, Needs.NONE, distanceBytes, 0);
                    checkLayersTo(layer);
                }
                MemorySegment whole = ((ProcessMemory) memory).bytes(); // their need allows no window
                if (scoresMissing && solved == null) {
                    whole.fill((byte) 0);
                }
                buildDistances(layer, solved, whole);
            }
        }
        if (memoryProvider.hasFiles(layer)) {
            directory.settle();
            memoryProvider.remove(layer);
        }
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return positions;
    }

    /** Checks that all layers that a layer reads are packed; without its scores it reads its own. */
    private void checkIsPacked(int layer, boolean scoresMissing) {
        for (int read = Account.lowestRead(directory.game(), layer); read < layer + (scoresMissing ? 0 : 1); read++) {
            if (directory.holds(read) && !directory.has(FileKind.SCORES, read)) {
                throw new InvalidRequestException("layer " + read + " is sealed, and "
                        + (scoresMissing ? "layer " + layer + " reads" : "the distances of layer " + layer + " read")
                        + " its packed scores; unseal the database into another directory and go on there: granary unseal"
                        + " --dir " + directory.path() + " --out DIR");
            }
        }
    }

    /**
     * Checks that the distances of a layer fit into the main memory: they need all of their working memory at once.
     *
     * @param need what the solver needs for them
     * @param available bytes of main memory that working memory may take
     * @throws CheckFailedException when they do not
     */
    public static void checkMemoryForDistances(int layer, LayerNeed need, long available) {
        if (need.memory().bytes() > available) {
            throw new CheckFailedException("layer " + layer + " needs "
                    + Units.bytes(need.memory().bytes())
                    + " of main memory beside the Java heap for its distances, more than is available; its scores alone need"
                    + " less, and a machine with more memory adds the distances");
        }
    }

    /** Returns the layer in memory, if its distances can be computed from there; otherwise null. */
    private SweepLayer buildScores(int layer, WorkingMemory memory) throws IOException {
        if (solver.isShared(layer)) {
            directory.settle();
        }
        try (LayerFiles lower = directory.layers();
                LayerWriter writer = directory.begin(layer)) {
            SweepLayer solved = null;
            try {
                if (memory instanceof FileWindow window) {
                    solver.solve(layer, lower, window, writer, listener);
                } else if (solver instanceof SweepSolver sweeps) {
                    solved = sweeps.sweep(layer, lower, ((ProcessMemory) memory).bytes(), writer, listener);
                } else {
                    solver.solve(layer, lower, ((ProcessMemory) memory).bytes(), writer, listener);
                }
            } catch (InternalError e) {
                throw lower.fault(e);
            }
            publish(writer);
            return solved;
        }
    }

    private void buildDistances(int layer, SweepLayer solved, MemorySegment memory) throws IOException {
        try (LayerFiles layers = directory.layers()) {
            try {
                SweepLayer inMemory = solved != null ? solved : distances.load(layer, layers, memory, listener);
                SweepDistances computed = distances.distances(inMemory, listener);
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

    /** Checks all bytes of the layers: damage would spread into new layers, whose checksums would then be right. */
    private void checkLayersTo(int top) {
        listener.phase("check lower layers");
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        for (int layer = 0; layer <= top; layer++) {
            directory.check(layer, pool);
        }
    }

    private void check(int layer, Needs needs, long fileBytes, long scratchBytes) throws IOException {
        Resources.of(directory.path(), memoryProvider).shortages(needs, fileBytes, scratchBytes).stream()
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
