package granary.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The training of the engine's estimate. */
final class TrainingTest {
    @TempDir
    private Path directory;

    @Test
    void theSameTablesAreLearntOnAnyMachineWithAnyNumberOfThreads() throws IOException, NoSuchAlgorithmException {
        TestDatabase.write(directory, new Awari(6, RuleSet.ABAPA), 5);
        try (Database database = Database.open(directory)) {
            short[] tables = learnt(database, 1);
            assertArrayEquals(tables, learnt(database, 4));
            Path file = directory.resolve("tables");
            Training.write(file, tables);
            assertEquals(
                    "b115564c29dffbc33615e2e5d547434bf5e54a96547986aacbec686840352be4",
                    HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
        }
    }

    private static short[] learnt(Database database, int threads) {
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            return pool.submit(() -> Training.learn(database, 2, 20, 20, 20)).join();
        } finally {
            pool.shutdown();
        }
    }

    /**
     * Takes a database of 28 seeds, 4 GiB, and ten minutes and more on two cores. Leaves the tables in a file: after a change of the
     * training, they are the engine's new ones.
     */
    @Test
    @EnabledIfSystemProperty(named = "granary.training", matches = ".+")
    void theTablesOfTheEngineAreWhatTheTrainingLearns() throws IOException {
        byte[] expected = Evaluation.class.getResourceAsStream("evaluation.bin").readAllBytes();
        Path learnt = Path.of("target", "evaluation.bin");
        Path given = Path.of(System.getProperty("granary.training"));
        try (Database database = Database.open(given, OpenOptions.DEFAULT.withLayers(0, 28))) {
            assertEquals(
                    "awari pits=6 rules=abapa, 28",
                    database.game().identity() + ", " + database.layers().last());
            Training.write(learnt, Training.learn(database, 6, 10_000, 15_000, 25_000, 40_000));
        }
        assertArrayEquals(expected, Files.readAllBytes(learnt));
    }

    @Test
    void theTablesOfTheEngineAreOfTheRightSizeAndBelowAMebibyte() throws IOException {
        byte[] tables = Evaluation.class.getResourceAsStream("evaluation.bin").readAllBytes();
        assertEquals(Short.BYTES * Evaluation.stages() * Evaluation.ENTRIES, tables.length);
        assertTrue(tables.length < 1 << 20);
    }
}
