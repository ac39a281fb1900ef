package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.WorkerPool;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A database's directory, locked by its builder. A layer exists if the manifest lists it; every other file in the
 * directory is left over or work in progress. Not thread-safe.
 */
public final class DatabaseDirectory implements AutoCloseable {
    /** The suffix of unfinished files. They are deleted when the next builder starts. */
    public static final String TEMPORARY_SUFFIX = ".part";

    private final Disk disk;
    private final Path path;
    private final Game game;
    private final BuilderLock lock;
    /** The layers whose bytes are known to be what their checksums say. */
    private final Set<Integer> checked = new HashSet<>();

    private Manifest manifest;

    /**
     * Locks a directory, which is created if missing.
     *
     * @param path the directory
     * @param game the database's game
     * @throws InvalidRequestException when another builder is running there, or the directory holds a database of another
     *     game, rule set or parameters
     * @throws CheckFailedException when the directory holds layer files and has lost its manifest
     * @throws granary.error.DatabaseException when the manifest is damaged
     * @throws IOException when the directory cannot be written
     */
    public DatabaseDirectory(Path path, Game game) throws IOException {
        this(path, game, new Disk());
    }

    DatabaseDirectory(Path path, Game game, Disk disk) throws IOException {
        this.disk = disk;
        this.path = path;
        this.game = game;
        disk.createDirectories(path);
        this.lock = BuilderLock.take(path);
        try {
            removeTemporaries();
            if (Files.exists(path.resolve(Manifest.FILE_NAME))) {
                this.manifest = DatabaseFiles.readManifest(path);
                checkSameGame();
            } else {
                checkNoLayers();
                this.manifest = Manifest.empty(game.type().id(), game.parameters());
            }
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void checkSameGame() {
        if (!manifest.game().equals(game.type().id()) || !manifest.parameters().equals(game.parameters())) {
            throw new InvalidRequestException(path + " holds a database of " + manifest.game() + " "
                    + manifest.parameters() + "; choose another directory for " + game.identity());
        }
    }

    /** Layer files without a manifest are a database that lost it, which a new one would overwrite. */
    private void checkNoLayers() throws IOException {
        try (DirectoryStream<Path> layers = Files.newDirectoryStream(path, "layer-*.granary")) {
            for (Path layer : layers) {
                throw new CheckFailedException(path + " holds " + layer.getFileName() + " and no " + Manifest.FILE_NAME
                        + "; put the manifest back, or build in another directory");
            }
        }
    }

    /** Only the lock's holder writes files of these names. Others may be of a builder that works for another database. */
    private void removeTemporaries() throws IOException {
        try (DirectoryStream<Path> temporaries =
                Files.newDirectoryStream(path, "{layer-*.granary,granary.manifest}" + TEMPORARY_SUFFIX)) {
            for (Path temporary : temporaries) {
                Files.delete(temporary);
            }
        }
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    /** Returns the game. */
    public Game game() {
        return game;
    }

    /** Returns the builder's lock and mark. */
    public BuilderLock lock() {
        return lock;
    }

    /** Returns whether a layer is finished. */
    public boolean has(int layer) {
        return manifest.layers().containsKey(layer);
    }

    /** Returns whether the distances of a layer are finished and there. */
    public boolean hasDistances(int layer) {
        return manifest.distances().containsKey(layer)
                && Files.exists(path.resolve(Quantity.DISTANCES.fileName(layer)));
    }

    /** Returns the total bytes of the finished layers' files. */
    public long bytes() {
        return Stream.of(manifest.layers(), manifest.distances())
                .flatMap(files -> files.values().stream())
                .mapToLong(Manifest.Entry::length)
                .sum();
    }

    /**
     * Opens the finished layers for lookups.
     *
     * @throws IOException when the first manifest cannot be written
     * @throws granary.error.DatabaseException when a file is damaged or missing
     */
    public Database open() throws IOException {
        if (manifest.layers().isEmpty()) {
            writeManifest();
        }
        return Database.open(path);
    }

    /**
     * Compares every byte of a finished layer's scores with its checksum, unless that was done before or the layer was
     * published here. Costs a reading of the file by all threads.
     *
     * @throws granary.error.DatabaseException when the file is damaged, with the block
     */
    public void check(int layer, WorkerPool pool) {
        if (checked.add(layer)) {
            Path file = path.resolve(Quantity.SCORES.fileName(layer));
            try (Storage storage = DatabaseFiles.open(file, Access.POSITIONED)) {
                LayerHeader header = DatabaseFiles.readHeader(file, storage, game, layer);
                new LayerCheck(file, storage, header, pool).blocks();
            }
        }
    }

    /**
     * Begins the file of a layer's scores; the layer below is finished.
     *
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws IOException when the file cannot be created
     */
    public LayerWriter begin(int layer) throws IOException {
        String basis =
                layer == 0 ? FileDigest.NONE : manifest.layers().get(layer - 1).digest();
        return new LayerWriter(disk, path, DatabaseFiles.scoresHeader(game, layer, basis));
    }

    /**
     * Begins the file of a layer's distances; its scores are finished.
     *
     * @param longest the longest distance in the layer
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws IOException when the file cannot be created
     */
    public LayerWriter beginDistances(int layer, int longest) throws IOException {
        return new LayerWriter(
                disk,
                path,
                DatabaseFiles.distancesHeader(
                        game, layer, longest, manifest.layers().get(layer).digest()));
    }

    /**
     * Publishes a file: first the file itself, then the manifest that lists it.
     *
     * @throws IOException when the disk fails
     */
    public void publish(LayerWriter writer) throws IOException {
        manifest = manifest.with(writer.quantity(), writer.layer(), writer.publish());
        writeManifest();
        if (writer.quantity() == Quantity.SCORES) {
            checked.add(writer.layer());
        }
    }

    private void writeManifest() throws IOException {
        disk.publish(path.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
