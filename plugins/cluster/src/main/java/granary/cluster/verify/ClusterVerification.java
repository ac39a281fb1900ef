package granary.cluster.verify;

import granary.builder.Monitor;
import granary.builder.store.FileReport;
import granary.builder.verify.Errors;
import granary.builder.verify.LayerPieces;
import granary.builder.verify.Verification;
import granary.cluster.Tasks;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.database.OpenOptions;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Verifies the layers of a database, of which each task takes a share: the checks of {@link Verification}. */
public final class ClusterVerification {
    /** Tasks for each that runs at a time, so that they end about together. */
    private static final int TASKS_PER_SLOT = 4;
    /** Pieces of a file, a mebibyte each, for which a task is not worth its start. */
    private static final int FEW_PIECES = 16;

    private final Tasks tasks;
    private final Path directory;
    private final Manifest manifest;
    private final Game game;

    /**
     * Prepares it.
     *
     * @param directory the database's directory, the same on all nodes
     * @throws DatabaseException when the manifest cannot be read
     */
    public ClusterVerification(Tasks tasks, Path directory) {
        this.tasks = tasks;
        this.directory = directory.toAbsolutePath();
        this.manifest = DatabaseFiles.readManifest(directory);
        this.game = DatabaseFiles.game(directory, manifest);
    }

    /**
     * Returns what is wrong with the bytes of a layer's files, as {@link Verification#damages} does.
     *
     * @throws IOException when tasks fail
     */
    public List<DatabaseException> damages(int layer) throws IOException {
        List<DatabaseException> damages = new ArrayList<>();
        for (Quantity quantity : Quantity.values()) {
            Path path = directory.resolve(quantity.fileName(layer));
            boolean isThere = quantity == Quantity.SCORES || Files.exists(path);
            if (isThere && manifest.files(quantity).containsKey(layer)) {
                damages.addAll(report(path, quantity, layer).against(manifest));
            }
        }
        return damages;
    }

    private FileReport report(Path path, Quantity quantity, int layer) throws IOException {
        LayerHeader header;
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            header = DatabaseFiles.readHeader(path, storage, game, quantity, layer);
        } catch (DatabaseException e) {
            return new FileReport(path, null, null, List.of(e));
        }
        int pieces = new FileDigest(header.fileLength()).pieces();
        String directoryName = directory.toString();
        List<FileReport.Pieces> read = tasks.run(
                "layer " + layer + ": checksums of " + path.getFileName(),
                ranges(pieces, Math.max(1, pieces / FEW_PIECES)),
                range -> readPieces(directoryName, quantity, layer, range));
        return FileReport.of(path, header, read);
    }

    private static FileReport.Pieces readPieces(String directory, Quantity quantity, int layer, Range range) {
        Path path = Path.of(directory);
        Game game = DatabaseFiles.game(path, DatabaseFiles.readManifest(path));
        return FileReport.Pieces.of(
                path.resolve(quantity.fileName(layer)), game, quantity, layer, (int) range.from(), (int) range.to());
    }

    /** Some numbers in sequence. */
    private record Range(long from, long to) implements Serializable {}

    /** Cuts numbers from 0 on into ranges. */
    private List<Range> ranges(long count, long most) {
        long parts = Math.clamp(most, 1, Math.max(1, Math.min(count, (long) TASKS_PER_SLOT * tasks.slots())));
        List<Range> ranges = new ArrayList<>();
        for (long part = 0; part < parts; part++) {
            ranges.add(new Range(part * count / parts, (part + 1) * count / parts));
        }
        return ranges;
    }

    /**
     * Checks the positions of a layer against their moves, as {@link Verification#positions} does.
     *
     * @param errors where messages go
     * @return what is shown when there are no errors
     * @throws DatabaseException when a file is missing or damaged
     * @throws IOException when tasks fail
     */
    public Verification.Finding positions(int layer, List<String> errors) throws IOException {
        long pieces;
        boolean isProof;
        try (Database database = open(directory.toString(), layer);
                LayerPieces all = verification(database).pieces(layer)) {
            pieces = all.count();
            isProof =
                    database.distanceLayers().contains(layer) || game.scoring().tellsDistance();
        }
        String directoryName = directory.toString();
        Errors found = new Errors();
        tasks.run("layer " + layer + ": positions", ranges(pieces, pieces), range -> check(directoryName, layer, range))
                .forEach(found::addAll);
        errors.addAll(found.messages());
        return isProof ? Verification.Finding.PROVED : Verification.Finding.CONSISTENT;
    }

    private static SortedMap<Long, String> check(String directory, int layer, Range range) throws IOException {
        Errors errors = new Errors();
        try (Database database = open(directory, layer);
                LayerPieces pieces = verification(database).pieces(layer)) {
            LayerPieces.Check check = pieces.check(errors);
            for (long piece = range.from(); piece < range.to(); piece++) {
                check.check(piece);
            }
        }
        return errors.byOffset();
    }

    private static Database open(String directory, int layer) {
        return Database.open(Path.of(directory), OpenOptions.DEFAULT.withLayers(0, layer));
    }

    private static Verification verification(Database database) {
        return new Verification(database, DatabaseFiles.readManifest(database.directory()), 1, Monitor.SILENT);
    }
}
