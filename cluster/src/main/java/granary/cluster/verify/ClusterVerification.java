package granary.cluster.verify;

import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.FileReport;
import granary.builder.store.LayerFiles;
import granary.builder.verify.Verification;
import granary.cluster.Tasks;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.LongConsumer;

/** Verifies the layers of a database by tasks on the cluster, with the checks of {@link Verification}. */
public final class ClusterVerification {
    /** To check fewer segments of a file, a mebibyte each, takes less time than to start a task. */
    private static final int FEW_SEGMENTS = 16;

    private final Tasks tasks;
    private final String path;
    private final Listing listing;
    private final Game game;

    /**
     * Creates a verification.
     *
     * @param listing the database, whose directory has the same path on all nodes
     * @throws DatabaseException when the game is not known
     */
    public ClusterVerification(Tasks tasks, Listing listing) {
        this.tasks = tasks;
        this.path = Tasks.directory(listing);
        this.listing = listing;
        this.game = listing.game();
    }

    /**
     * Returns the damage of a layer's files, as {@link Verification#damages} does.
     *
     * @throws IOException when tasks fail
     */
    public List<DatabaseException> damages(int layer) throws IOException {
        List<DatabaseException> damages = new ArrayList<>();
        for (FileKind kind : FileKind.values()) {
            if (listing.has(kind, layer)) {
                damages.addAll(report(kind, layer).against(listing.manifest()));
            }
        }
        return damages;
    }

    private FileReport report(FileKind kind, int layer) throws IOException {
        Path file = Path.of(path).resolve(kind.fileName(layer));
        FileHeader header;
        try (LayerFile open =
                LayerFile.open(new DirectorySource(Path.of(path), Access.POSITIONED), game, kind, layer)) {
            header = open.header();
        } catch (DatabaseException e) {
            return new FileReport(file, null, null, List.of(e));
        }
        int segments = new FileDigest(header.fileLength()).segments();
        String directory = path;
        List<FileReport.Segments> read = tasks.run(
                "layer " + layer + ": checksums of " + file.getFileName(),
                ranges(segments, Math.max(1, segments / FEW_SEGMENTS)),
                range -> FileReport.Segments.of(
                        Path.of(directory),
                        new Listing(Path.of(directory)).game(),
                        kind,
                        layer,
                        (int) range.from(),
                        (int) range.to()));
        return FileReport.of(file, header, read);
    }

    /** Consecutive numbers. */
    private record Range(long from, long to) implements Serializable {}

    /** Cuts numbers from 0 on into ranges. */
    private List<Range> ranges(long count, long most) {
        int parts = tasks.count(Math.min(count, most));
        List<Range> ranges = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            ranges.add(new Range(part * count / parts, (part + 1) * count / parts));
        }
        return ranges;
    }

    /**
     * Checks the positions of a layer against their moves, as {@link Verification#positions} does.
     *
     * @param errors receives the messages
     * @return what the check has shown if there are no errors
     * @throws DatabaseException when a file is missing or damaged
     * @throws IOException when tasks fail
     */
    public Verification.Finding positions(int layer, List<String> errors) throws IOException {
        long count;
        boolean isProof;
        try (LayerFiles files = new LayerFiles(Path.of(path))) {
            Verification verification = new Verification(files, 1, Monitor.SILENT);
            count = verification.tasks(layer).count();
            isProof = verification.isProof(layer);
        }
        String directory = path;
        FirstFound<String> found = new FirstFound<>(Verification.MAX_ERRORS);
        tasks.run("layer " + layer + ": positions", ranges(count, count), range -> check(directory, layer, range))
                .forEach(part -> part.forEach(found::add));
        errors.addAll(found.list());
        return isProof ? Verification.Finding.PROVED : Verification.Finding.CONSISTENT;
    }

    private static SortedMap<Long, String> check(String directory, int layer, Range range) {
        FirstFound<String> errors = new FirstFound<>(Verification.MAX_ERRORS);
        try (LayerFiles files = new LayerFiles(Path.of(directory))) {
            LongConsumer check =
                    new Verification(files, 1, Monitor.SILENT).tasks(layer).check(errors);
            // One thread, which is told of a page that could not be read.
            new WorkerPool(1, Monitor.SILENT)
                    .run(range.to() - range.from(), (worker, number) -> check.accept(range.from() + number));
        }
        return errors.byKey();
    }
}
