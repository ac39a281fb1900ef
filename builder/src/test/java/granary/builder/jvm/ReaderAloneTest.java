package granary.builder.jvm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.builder.testing.Mounts;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another program, in a JVM of its own with nothing but the reader on its class path and no flags, reads a finished
 * database that it may not write to.
 */
class ReaderAloneTest {
    private static final String BOARD = "1 0 0 2 0 1 0 3 0 0 1 2";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void theReaderNeedsNothingButItself(int version) throws IOException, InterruptedException {
        boolean mounted = Mounts.readOnly(Databases.twelveSeeds(), directory);
        try {
            if (!mounted) {
                copyWithoutWritePermission();
            }
            ReaderJvm.run(version, "ReaderProgram", directory, BOARD).assertPrints(version + "\n" + expected());
        } finally {
            if (mounted) {
                Mounts.unmount(directory);
            }
            assertTrue(directory.toFile().setWritable(true));
        }
    }

    private void copyWithoutWritePermission() throws IOException {
        try (Stream<Path> files = Files.list(Databases.twelveSeeds())) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        assertTrue(directory.toFile().setWritable(false));
    }

    /** Returns what the program should print, found out in this JVM. */
    private static String expected() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Database database = Database.open(Databases.twelveSeeds())) {
            int[] board = database.game().parse(BOARD.split(" "));
            text.append(database.score(board)).append('\n');
            database.moves(board)
                    .forEach(move -> text.append(move.move() + " " + move.reward() + " " + move.score())
                            .append('\n'));
            long sum = 0;
            for (int layer : database.layers()) {
                for (long offset = 0; offset < database.table(layer).positions(); offset++) {
                    sum = 31 * sum + database.table(layer).score(offset);
                }
            }
            return text.append(sum).append('\n').toString();
        }
    }
}
