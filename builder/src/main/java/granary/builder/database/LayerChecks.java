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
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/** What a build checks before it begins a layer, and at its end. */
final class LayerChecks {
    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final MemoryProvider memory;
    private final Monitor listener;
    /** The layers whose bytes are known to agree with their checksums. */
    private final Set<Integer> whole = new HashSet<>();

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
    LayerNeed need(int layer, boolean ofScores, boolean ofDistances) throws IOException {
        return account().need(layer, ofScores, ofDistances).on(directory.scoresDigest(layer - 1));
    }

    /**
     * Checks that memory and disk suffice for a layer.
     *
     * @throws CheckFailedException when they do not
     */
    void resources(int layer, LayerNeed need, boolean ofScores, boolean ofDistances) throws IOException {
        if (ofDistances) {
            Resources.requireForDistances(layer, need, memory.available());
        }
        Account account = account();
        resources(
                layer,
                account.build(layer, ofScores, ofDistances),
                account.sizes().bytes(layer, ofScores, !ofScores),
                memory.bytesToReserve(layer, need.memory()));
    }

    /** Checks that the disk has room for the distances of a layer, whose scores have just been written. */
    void spaceForDistances(int layer) throws IOException {
        resources(layer, Needs.NONE, new LayerSizes(directory.game()).bytes(layer, false, true), 0);
    }

    private void resources(int layer, Needs needs, long fileBytes, long scratchBytes) throws IOException {
        Resources.of(directory.path(), memory).shortages(needs, fileBytes, scratchBytes).stream()
                .findFirst()
                .ifPresent(shortage -> {
                    throw new CheckFailedException(
                            "layer " + layer + " " + shortage.description() + "; the layers below are finished");
                });
    }

    /** Checks all bytes of the layers: damage would spread into new layers, whose checksums would then be right. */
    void layersTo(int top) {
        listener.phase("check lower layers");
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        Listing listing = directory.listing();
        for (int layer = 0; layer <= top; layer++) {
            if (!whole.contains(layer)) {
                FileReport.check(listing, directory.game(), listing.manifest().scoresKind(layer), layer, pool);
                whole.add(layer);
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

    /** Notes that the build has just written a layer, which need not be read again. */
    void isMade(int layer) {
        whole.add(layer);
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
