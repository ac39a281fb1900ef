package granary.builder.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.builder.testing.ChildJvm;
import granary.builder.testing.Databases;
import granary.builder.testing.Jdks;
import granary.builder.testing.Outcome;
import granary.database.Database;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another program, in a JVM of its own with nothing but the reader on its class path and no flags, reads a finished
 * database that it may not write to.
 */
class ReaderAloneTest {
    private static final String BOARD = "1 0 0 2 0 1 0 3 0 0 1 2";
    private static final Path PROGRAM = Path.of("src", "test", "resources", "ReaderProgram.java");

    private Path directory;

    @BeforeEach
    void makeReadOnly() throws IOException {
        directory = Databases.twelveSeeds();
        assertEquals(true, directory.toFile().setWritable(false));
    }

    @AfterEach
    void makeWritable() {
        assertEquals(true, directory.toFile().setWritable(true));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void theReaderNeedsNothingButItself(int version) throws IOException, InterruptedException, URISyntaxException {
        Optional<Path> jdk = Jdks.find(version);
        assumeTrue(jdk.isPresent(), "there is no JDK " + version + " on this machine");
        Map<String, String> before = Databases.contents(directory);
        Outcome outcome = ChildJvm.run(List.of(
                        jdk.get().resolve("bin").resolve("java").toString(),
                        "-cp",
                        readerClasses().toString(),
                        PROGRAM.toString(),
                        directory.toString(),
                        BOARD))
                .assertSuccess();
        assertEquals(version + "\n" + expected(), outcome.out());
        assertEquals(before, Databases.contents(directory));
    }

    private static Path readerClasses() throws URISyntaxException {
        return Path.of(Database.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Returns what the program should print, found out in this JVM. */
    private String expected() {
        StringBuilder text = new StringBuilder();
        try (Database database = Database.open(directory)) {
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
