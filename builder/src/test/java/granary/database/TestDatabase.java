package granary.database;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.build.BuildListener;
import granary.builder.build.DatabaseBuild;
import granary.builder.solve.Solvers;
import granary.builder.store.DatabaseDirectory;
import granary.game.Game;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** A small 6-awari database, built once for all tests that read one. */
public final class TestDatabase {
    /** The highest layer: 167,960 positions, a file larger than those that are copied instead of mapped. */
    public static final int TOP = 9;

    private static final Path BUILT = build();

    private TestDatabase() {}

    /** Returns the directory, for tests that only read. */
    public static Path directory() {
        return BUILT;
    }

    /** Copies the database, for tests that damage it. */
    public static Path copyTo(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(BUILT)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().equals("granary.builder")) {
                    Files.copy(file, directory.resolve(file.getFileName()));
                }
            }
        }
        return directory;
    }

    private static Path build() {
        try {
            Path directory = Files.createTempDirectory("granary-test");
            Game game = new Awari(6, RuleSet.OLYMPIAD);
            try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
                new DatabaseBuild(database, Solvers.of(null, game, 2), new Silence()).run(TOP);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory).sorted(java.util.Comparator.reverseOrder())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Silence implements BuildListener {
        @Override
        public void layerBegins(int layer, long positions, long steps) {}

        @Override
        public void layerEnds(int layer, long positions, Duration time) {}

        @Override
        public void phase(String name) {}

        @Override
        public void advance(long steps) {}

        @Override
        public void check() {
            Monitor.SILENT.check();
        }
    }
}
