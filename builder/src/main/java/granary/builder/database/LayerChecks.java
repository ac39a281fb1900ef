package granary.builder.database;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.ReservedFile;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.WorkFiles;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerFiles;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The checks and preparations of a build: at its beginning, before each file, and at its end. */
final class LayerChecks {
    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memory;
    private final Monitor monitor;
    /** The names of files whose bytes are known to agree with their checksums. */
    private final Set<String> whole = new HashSet<>();

    LayerChecks(DatabaseDirectory directory, LayerSolver solver, MemoryProvider memory, Monitor monitor) {
        this.directory = directory;
        this.solver = solver;
        this.memory = memory;
        this.monitor = monitor;
    }

    /**
     * Checks that all layers that missing ones read are packed. Then removes the files that killed builders left, and begins to load the
     * libraries that the last layer needs.
     */
    void begin(int topLayer, Set<FileKind> kinds) throws IOException {
        for (int layer = 0; layer <= topLayer; layer++) {
            Set<FileKind> missing = directory.missing(layer, kinds);
            missing.remove(FileKind.BOUNDS); // which read other bounds alone
            if (!missing.isEmpty()) {
                int above = missing.contains(FileKind.SCORES) ? layer : layer + 1; // distances read their own layer
                LayerFiles.requirePacked(
                        directory.listing(),
                        IntStream.range(ResourceModel.lowestRead(directory.game(), layer), above)
                                .boxed()
                                .toList());
            }
        }
        IntPredicate isDone = layer -> directory.missing(layer, kinds).isEmpty();
        new WorkFiles(directory.path(), directory.game().identity()).clean(isDone);
        memory.files().clean(isDone);
        if (topLayer >= 0 && !isDone.test(topLayer)) {
            solver.prepare(topLayer);
            long length = LayerFile.header(FileKind.SCORES, directory.game(), topLayer, 0, FileDigest.NONE)
                    .fileLength();
            Thread.ofPlatform().daemon().name("libraries").start(() -> loadLibraries(length));
        }
    }

    /** Loads the libraries that files of a length need, because that takes time. */
    private static void loadLibraries(long length) {
        try {
            ReservedFile.prepare(length);
        } catch (IOException e) {
            // There is no room for a temporary file: the first large layer loads them.
        }
    }

    private WorkerPool pool() {
        return new WorkerPool(solver.threads(), monitor);
    }

    /** Returns the needs of files of a layer, given the scores of its parent. */
    LayerNeeds need(int layer, Set<FileKind> missing) {
        return Solvers.need(solver, directory.game(), layer, missing).on(directory.scoresDigest(layer - 1));
    }

    /**
     * Checks that memory and disk suffice for files of a layer.
     *
     * @throws CheckFailedException when they do not
     */
    void resources(int layer, LayerNeeds need, Set<FileKind> missing) throws IOException {
        Set<FileKind> sized = EnumSet.copyOf(missing);
        if (missing.contains(FileKind.SCORES)) {
            sized.remove(FileKind.DISTANCES); // which may be shorter than is likely
        }
        String optional = missing.stream()
                .filter(FileKind::isOptional)
                .map(FileKind::word)
                .collect(Collectors.joining(" and "));
        require(
                "layer " + layer + (optional.isEmpty() ? "" : " with its " + optional),
                model().build(layer, need, missing),
                model().bytes(layer, sized),
                memory.bytesToReserve(layer, need));
    }

    private ResourceModel model() {
        return new ResourceModel(directory.game(), solver.threads(), memory.available());
    }

    /** Checks that the disk has room for an optional file of a layer, whose scores may just have been written. */
    void space(FileKind kind, int layer) throws IOException {
        String what = "layer " + layer + " with its " + kind.word();
        require(what, ResourceNeeds.NONE, model().bytes(layer, EnumSet.of(kind)), 0);
    }

    private void require(String what, ResourceNeeds needs, long fileBytes, long scratchBytes) throws IOException {
        Resources.of(directory.path(), memory).shortages(needs, fileBytes, scratchBytes).stream()
                .findFirst()
                .ifPresent(shortage -> {
                    throw new CheckFailedException(
                            what + " " + shortage.description() + "; the layers below are finished");
                });
    }

    /** Checks all bytes of files of the layers: damage would spread into new layers, whose checksums would then be right. */
    void bytes(FileKind kind, int top) {
        monitor.phase("check lower layers");
        Listing listing = directory.listing();
        for (int layer = 0; layer <= top; layer++) {
            FileKind held = kind == FileKind.SCORES ? listing.manifest().scoresKind(layer) : kind;
            if (whole.add(held.fileName(layer))) {
                FileReport.check(listing, directory.game(), held, layer, pool());
            }
        }
    }

    /** Notes that the build has just written a file, which need not be read again. */
    void isMade(FileKind kind, int layer) {
        whole.add(kind.fileName(layer));
    }

    /**
     * Checks that the files that the manifest on the disk lists have lengths and headers that belong together, and that all but the
     * optional ones exist: the build did not read all of them.
     */
    void end(int topLayer) {
        if (topLayer >= 0) {
            Listing onDisk = new Listing(new DirectorySource(directory.path(), Access.POSITIONED));
            for (FileKind kind : FileKind.values()) {
                for (int layer : onDisk.layers(kind).headSet(topLayer + 1)) {
                    LayerFile.open(onDisk, directory.game(), kind, layer).close();
                }
            }
        }
    }
}
