package granary.builder.database;

import granary.builder.file.TemporaryDirectory;
import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.IntStream;

/** A small database that is built, without reporting progress, in a temporary directory that is deleted on close; or in another one. */
public final class BuiltDatabase implements AutoCloseable {
    private final TemporaryDirectory directory;
    private final Database database;

    /**
     * Builds the layers 0 .. topLayer in a temporary directory, which is deleted on close.
     *
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws IOException when the disk fails
     */
    public BuiltDatabase(Game game, int topLayer) throws IOException {
        this.directory = TemporaryDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
        try {
            this.database = open(directory.path(), game, topLayer);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /**
     * Opens a database after building missing layers. A complete database is not written to.
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
        if (!isComplete(directory, game, topLayer, Set.of(FileKind.SCORES))) {
            try (DatabaseDirectory built = new DatabaseDirectory(directory, game)) {
                new Build(built).run(topLayer);
            }
        }
        return Database.open(directory);
    }

    /**
     * Returns whether a directory holds all layers of a game up to one.
     *
     * @param kinds the files that each has to have; scores may be packed or compressed
     * @throws granary.error.DatabaseException when a file there is damaged
     */
    public static boolean isComplete(Path directory, Game game, int topLayer, Set<FileKind> kinds) {
        if (!Files.exists(directory.resolve(Manifest.FILE_NAME))) {
            return false;
        }
        try (Database database = Database.open(directory)) {
            return database.game().identity().equals(game.identity())
                    && IntStream.rangeClosed(0, topLayer)
                            .allMatch(layer -> kinds.stream()
                                    .allMatch(kind -> kind == FileKind.SCORES
                                            ? database.layers().contains(layer)
                                            : database.listing().layers(kind).contains(layer)));
        }
    }

    /** Returns the database, open until this is closed. */
    public Database database() {
        return database;
    }

    @Override
    public void close() throws IOException {
        database.close();
        directory.close();
    }
}
