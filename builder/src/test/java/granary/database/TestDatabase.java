package granary.database;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), TOP, 2);
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
}
