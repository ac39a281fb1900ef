package granary.builder.database;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.account.Account;
import granary.builder.account.LayerSizes;
import granary.builder.account.Needs;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.LayerNeed;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerFiles;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileKind;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/** What a build checks before it begins a layer, and at its end. */
final class LayerChecks {
    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memory;
    private final Monitor listener;
    /** The files whose bytes are known to agree with their checksums. */
    private final Set<String> whole = new HashSet<>();

    LayerChecks(DatabaseDirectory directory, LayerSolver solver, MemoryProvider memory, Monitor listener) {
        this.directory = directory;
        this.solver = solver;
        this.memory = memory;
        this.listener = listener;
    }

    /** Checks that all layers that a layer reads are packed; without its scores it reads its own. */
    void readsPackedLayers(int layer, boolean ofScores) {
        int lowest = Account.lowestRead(directory.game(), layer);
        LayerFiles.requirePacked(
                directory.listing(),
                IntStream.range(lowest, ofScores ? layer : layer + 1).boxed().toList());
    }

    private Account account() throws IOException {
        return Resources.of(directory.path(), memory).account(directory.game(), solver);
    }

    /** Returns what a layer needs, on the scores below. */
    LayerNeed need(int layer, Set<FileKind> kinds) throws IOException {
        return account().need(layer, kinds).on(directory.scoresDigest(layer - 1));
    }

    /**
     * Checks that memory and disk suffice for a layer.
     *
     * @throws CheckFailedException when they do not
     */
    void resources(int layer, LayerNeed need, Set<FileKind> kinds) throws IOException {
        Account account = account();
        for (FileKind kind : kinds) {
            if (kind.isOptional()) {
                Resources.requireForOptional(kind, layer, account.need(layer, EnumSet.of(kind)), memory.available());
            }
        }
        Set<FileKind> sized = EnumSet.copyOf(kinds);
        if (kinds.contains(FileKind.SCORES)) {
            sized.remove(FileKind.DISTANCES); // which may be shorter than is likely
        }
        resources(
                layer,
                account.build(layer, kinds),
                account.sizes().bytes(layer, sized),
                memory.bytesToReserve(layer, need.memory()));
    }

    /** Checks that the disk has room for the distances of a layer, whose scores have just been written. */
    void spaceForDistances(int layer) throws IOException {
        resources(layer, Needs.NONE, new LayerSizes(directory.game()).bytes(layer, EnumSet.of(FileKind.DISTANCES)), 0);
    }

    private void resources(int layer, Needs needs, long fileBytes, long scratchBytes) throws IOException {
        Resources.of(directory.path(), memory).shortages(needs, fileBytes, scratchBytes).stream()
                .findFirst()
                .ifPresent(shortage -> {
                    throw new CheckFailedException(
                            "layer " + layer + " " + shortage.description() + "; the layers below are finished");
                });
    }

    /** Checks all bytes of files of the layers: damage would spread into new layers, whose checksums would then be right. */
    void filesTo(FileKind kind, int top) {
        listener.phase("check lower layers");
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        Listing listing = directory.listing();
        for (int layer = 0; layer <= top; layer++) {
            FileKind held = kind == FileKind.SCORES ? listing.manifest().scoresKind(layer) : kind;
            if (whole.add(held.fileName(layer))) {
                FileReport.check(listing, directory.game(), held, layer, pool);
            }
        }
    }

    /** Lists distances again that lie there whole and were computed from the listed scores. Returns whether there are such. */
    boolean listDistances(int layer) throws IOException {
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        FileReport report = FileReport.of(directory.path(), directory.game(), FileKind.DISTANCES, layer, pool);
        if (!report.isWhole() || !report.header().basis().equals(directory.scoresDigest(layer))) {
            return false;
        }
        directory.adopt(FileKind.DISTANCES, layer, report.entry());
        directory.save();
        return true;
    }

    /** Notes that the build has just written a file, which need not be read again. */
    void isMade(FileKind kind, int layer) {
        whole.add(kind.fileName(layer));
    }

    /** Checks that all files that the manifest on the disk lists are there, and have lengths and headers that belong together. */
    void filesTo(int top) {
        Listing onDisk = new Listing(new DirectorySource(directory.path(), Access.POSITIONED));
        for (FileKind kind : FileKind.values()) {
            for (int layer : onDisk.manifest().files(kind).headMap(top + 1).keySet()) {
                LayerFile.open(onDisk, directory.game(), kind, layer).close();
            }
        }
    }
}
