package granary.builder.database;

import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/** Small databases that are built when they are opened. */
public final class BuiltDatabase {
    private BuiltDatabase() {}

    /**
     * Opens a database after building missing layers, without reporting progress. A complete database is not written to.
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
        if (!isComplete(directory, game, topLayer, EnumSet.of(FileKind.SCORES))) {
            try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
                new Build(database).run(topLayer);
            }
        }
        return Database.open(directory);
    }

    /**
     * Returns whether a directory holds all layers of a game up to one.
     *
     * @param kinds what has to be there: the scores, packed or sealed, and optional files
     * @throws granary.error.DatabaseException when a file there is damaged
     */
    public static boolean isComplete(Path directory, Game game, int topLayer, Set<FileKind> kinds) {
        if (!Files.exists(directory.resolve(Manifest.FILE_NAME))) {
            return false;
        }
        try (Database database = Database.open(directory)) {
            return database.game().identity().equals(game.identity())
                    && IntStream.rangeClosed(0, topLayer)
                            .allMatch(layer -> database.layers().contains(layer)
                                    && kinds.stream()
                                            .filter(FileKind::isOptional)
                                            .allMatch(kind -> database.listing().has(kind, layer)));
        }
    }
}
