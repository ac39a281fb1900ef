package granary.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
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
                    "58e8daf1f340f533bd72b30c1ac6cc29dd48db15eeb9b3a7125780b350b6f4aa",
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

    /** Takes ten minutes and more, and leaves the tables in a file: after a change of the training, they are the engine's new ones. */
    @Test
    @EnabledIfSystemProperty(named = "granary.training", matches = ".+")
    void theTablesOfTheEngineAreWhatTheTrainingLearns() throws IOException {
        byte[] expected = Evaluation.class.getResourceAsStream("evaluation.bin").readAllBytes();
        Path learnt = Path.of("target", "evaluation.bin");
        Training.write(learnt, Training.learn(Path.of(System.getProperty("granary.training"))));
        assertArrayEquals(expected, Files.readAllBytes(learnt));
    }

    @Test
    void theTablesOfTheEngineAreOfTheRightSizeAndBelowAMebibyte() throws IOException {
        byte[] tables = Evaluation.class.getResourceAsStream("evaluation.bin").readAllBytes();
        assertEquals(Short.BYTES * Evaluation.stages() * Evaluation.ENTRIES, tables.length);
        assertTrue(tables.length < 1 << 20);
    }

    @Test
    void aDatabaseOfOtherRulesOrTooFewSeedsIsRefused() throws IOException {
        TestDatabase.write(directory, new Awari(6, RuleSet.ABAPA), 2);
        assertThrows(IllegalArgumentException.class, () -> Training.learn(directory));
    }

    @Test
    void theFitFindsWhatEachPitAndEachTwoPitsAreWorth() {
        Random random = TestRandom.create();
        List<TrainingGames.Sample> samples = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            long own = side(random);
            long opponent = side(random);
            samples.add(new TrainingGames.Sample(own, opponent, worth(own, opponent)));
        }
        Evaluation evaluation = new Evaluation(Fit.of(samples));
        double errors = 0;
        int tries = 1000;
        for (int i = 0; i < tries; i++) {
            long own = side(random);
            long opponent = side(random);
            int seeds = MoveStack.seeds(own) + MoveStack.seeds(opponent);
            errors += Math.abs(evaluation.of(own, opponent, seeds) - worth(own, opponent));
        }
        double mean = errors / tries;
        assertTrue(mean < 40, () -> "mean error " + mean);
    }

    /** A synthetic rule: seeds, and a bonus of three seeds when the first pit holds two and the opponent's last is empty. */
    private static int worth(long own, long opponent) {
        boolean isBonus = (own & 0xff) == 2 && opponent >>> 40 == 0;
        return 100 * (MoveStack.seeds(own) - MoveStack.seeds(opponent)) + (isBonus ? 300 : 0);
    }

    private static long side(Random random) {
        long side = 0;
        for (int pit = 0; pit < Evaluation.PITS; pit++) {
            side |= (long) random.nextInt(4) << 8 * pit;
        }
        return side;
    }

    @Test
    void databasePositionsTrainOnScoresOthersOnResults() throws IOException {
        Awari game = new Awari(6, RuleSet.ABAPA);
        TestDatabase.write(directory, game, 13);
        try (Database database = Database.open(directory)) {
            int[] board = new int[12];
            MoveStack moves = new MoveStack(game, 0);
            int inside = 0;
            int outside = 0;
            for (int number = 0; number < 30; number++) {
                for (TrainingGames.Sample sample : new TrainingGames(database, Evaluation.FORMULA, 2, 0).play(number)) {
                    moves.unpack(sample.own(), sample.opponent(), board);
                    int seeds = game.layer(board);
                    if (seeds <= 13) {
                        inside++;
                        assertEquals(100 * database.score(board), sample.worth());
                    } else {
                        outside++;
                        assertEquals(0, sample.worth() % 100);
                        assertTrue(Math.abs(sample.worth()) <= 100 * seeds);
                    }
                }
            }
            assertTrue(inside > 0 && outside > 0, inside + " inside, " + outside + " outside");
        }
    }
}
