package granary.builder.database;

import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds a small database without reporting progress. */
public final class QuietBuild {
    private QuietBuild() {}

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
        if (!isComplete(directory, game, topLayer)) {
            try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
                new DatabaseBuild(database).run(topLayer);
            }
        }
        return Database.open(directory);
    }

    private static boolean isComplete(Path directory, Game game, int topLayer) {
        if (!Files.exists(directory.resolve(Manifest.FILE_NAME))) {
            return false;
        }
        try (Database database = Database.open(directory)) {
            return database.game().identity().equals(game.identity())
                    && database.layers().size() > topLayer;
        }
    }
}
