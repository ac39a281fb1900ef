package granary.builder.database;

import granary.builder.file.TemporaryDirectory;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;

/** A small database in a temporary directory, deleted on close. */
public final class TemporaryDatabase implements AutoCloseable {
    private final TemporaryDirectory directory;
    private final Database database;

    /**
     * Builds the layers 0 .. topLayer.
     *
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws IOException when the disk fails
     */
    public TemporaryDatabase(Game game, int topLayer) throws IOException {
        this.directory = TemporaryDirectory.create();
        try {
            this.database = BuiltDatabase.open(directory.path(), game, topLayer);
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
