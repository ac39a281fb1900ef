package granary.database;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.ChildJvm;
import granary.testing.Jdks;
import granary.testing.Mounts;
import granary.testing.Outcome;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another program, in a JVM of its own with nothing but the reader on its class path and no flags, reads a finished
 * database that it may not write to.
 */
class ReaderAloneTest {
    private static final Path PROGRAM = Path.of("src", "test", "resources", "ReaderProgram.java");
    private static final String BOARD = "1 0 0 2 0 1 0 2 0 0 1 2";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void theReaderNeedsNothingButItself(int version) throws IOException, InterruptedException {
        boolean mounted = Mounts.readOnly(SolvedDatabase.directory(), directory);
        try {
            if (!mounted) {
                copyWithoutWritePermission();
            }
            run(version).assertPrints(version + "\n" + expected());
        } finally {
            if (mounted) {
                Mounts.unmount(directory);
            }
            assertTrue(directory.toFile().setWritable(true));
        }
    }

    private Outcome run(int version) throws IOException, InterruptedException {
        return ChildJvm.run(List.of(
                ChildJvm.java(Jdks.require(version)),
                "-cp",
                ChildJvm.path(Database.class),
                PROGRAM.toString(),
                directory.toString(),
                BOARD));
    }

    private void copyWithoutWritePermission() throws IOException {
        SolvedDatabase.copyTo(directory);
        assertTrue(directory.toFile().setWritable(false));
    }

    /** Returns what the program should print, found out in this JVM. */
    private static String expected() {
        StringBuilder text = new StringBuilder();
        try (Database database = Database.open(SolvedDatabase.directory())) {
            int[] board = database.game().notation().parse(BOARD);
            text.append(database.score(board)).append('\n');
            database.moves(board)
                    .forEach(move -> text.append(move.move() + " " + move.captured() + " " + move.score())
                            .append('\n'));
            long sum = 0;
            for (int layer : database.layers()) {
                for (long rank = 0; rank < database.table(layer).positions(); rank++) {
                    sum = 31 * sum + database.table(layer).value(rank);
                }
            }
            return text.append(sum).append('\n').toString();
        }
    }
}
