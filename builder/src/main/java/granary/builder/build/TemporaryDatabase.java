package granary.builder.build;

import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A small database in a directory of its own that is gone after use. */
public final class TemporaryDatabase implements AutoCloseable {
    private final Path directory;
    private final Database database;

    /**
     * Builds the layers 0 .. topLayer.
     *
     * @throws granary.builder.CheckFailed when memory or disk do not suffice
     * @throws IOException when the disk fails
     */
    public TemporaryDatabase(Game game, int topLayer) throws IOException {
        this.directory = Files.createTempDirectory("granary-");
        try {
            this.database = QuietBuild.open(directory, game, topLayer);
        } catch (IOException | RuntimeException e) {
            remove();
            throw e;
        }
    }

    /** Returns the database, open as long as this is. */
    public Database database() {
        return database;
    }

    @Override
    public void close() throws IOException {
        database.close();
        remove();
    }

    private void remove() throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(directory)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
