package granary.builder.store;

import granary.builder.InvalidRequestException;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/**
 * A database's directory in the hands of its builder. A layer is there when the manifest lists it; everything else in
 * the directory is a left-over or work in progress. One thread uses it.
 */
public final class DatabaseDirectory implements AutoCloseable {
    /** What the names of unfinished files end with. They are removed when the next builder begins. */
    static final String TEMPORARY_SUFFIX = ".part";

    private final Path path;
    private final Game game;
    private final BuilderLock lock;
    private Manifest manifest;

    /**
     * Takes a directory, which is made when it is missing.
     *
     * @param path the directory
     * @param game the game its database is for
     * @throws InvalidRequestException when another builder is at work there, or the database there is for another game, rules or
     *     parameters
     * @throws granary.error.DatabaseException when the manifest there is damaged
     * @throws IOException when the directory cannot be written
     */
    public DatabaseDirectory(Path path, Game game) throws IOException {
        this.path = path;
        this.game = game;
        Files.createDirectories(path);
        this.lock = BuilderLock.take(path);
        try {
            removeTemporaries();
            if (Files.exists(path.resolve(Manifest.FILE_NAME))) {
                this.manifest = DatabaseFiles.readManifest(path);
                checkSameGame();
            } else {
                this.manifest = new Manifest(game.type().id(), game.parameters(), new TreeMap<>());
            }
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void checkSameGame() {
        if (!manifest.game().equals(game.type().id()) || !manifest.parameters().equals(game.parameters())) {
            throw new InvalidRequestException(path + " holds a database of " + manifest.game() + " "
                    + manifest.parameters() + "; for " + game.identity() + " choose another directory");
        }
    }

    private void removeTemporaries() throws IOException {
        try (DirectoryStream<Path> temporaries = Files.newDirectoryStream(path, "*" + TEMPORARY_SUFFIX)) {
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

    /** Returns the bytes of the finished layers' files. */
    public long bytes() {
        return manifest.layers().values().stream()
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
     * Begins a layer.
     *
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws IOException when the file cannot be made
     */
    public LayerWriter begin(int layer) throws IOException {
        return new LayerWriter(path, game, layer);
    }

    /**
     * Publishes a layer: first its file, then the manifest that lists it.
     *
     * @throws IOException when the disk fails
     */
    public void publish(LayerWriter writer) throws IOException {
        manifest = manifest.with(writer.layer(), writer.publish());
        writeManifest();
    }

    private void writeManifest() throws IOException {
        Directories.publish(path.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
