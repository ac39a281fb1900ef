package granary.builder.database;

import granary.builder.file.TemporaryDirectory;
import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;

/** A small database that is built, without reporting progress, in a temporary directory that is deleted on close. */
public final class BuiltDatabase implements AutoCloseable {
    private final TemporaryDirectory directory;
    private final Database database;

    /**
     * Builds the layers 0 .. topLayer.
     *
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws IOException when the disk fails
     */
    public BuiltDatabase(Game game, int topLayer) throws IOException {
        this.directory = TemporaryDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
        try (DatabaseDirectory built = new DatabaseDirectory(directory.path(), game)) {
            new Build(built).run(topLayer);
            this.database = Database.open(directory.path());
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
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
