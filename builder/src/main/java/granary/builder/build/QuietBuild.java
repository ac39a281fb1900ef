package granary.builder.build;

import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds a database that takes seconds, without a word. */
public final class QuietBuild {
    private QuietBuild() {}

    /**
     * Opens a database, after building what is missing. One that is complete is not written to.
     *
     * @param directory the database's directory, made when it is missing
     * @param topLayer the last layer needed
     * @throws granary.builder.InvalidRequestException when the directory holds another game's database or a builder is at work there
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws granary.error.DatabaseException when a file there is damaged
     * @throws IOException when the disk fails
     */
    public static Database open(Path directory, Game game, int topLayer) throws IOException {
        if (!isComplete(directory, game, topLayer)) {
            try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
                int threads = Runtime.getRuntime().availableProcessors();
                new DatabaseBuild(database, Solvers.of(null, game, threads, directory), BuildListener.SILENT)
                        .run(topLayer);
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
