package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentLookupTest {
    private static final int THREADS = 4;
    private static final int TOP = 5;
    private static final Game GAME = new Awari(4, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    @Test
    void lookupsWhileAnotherThreadClosesAreRightOrSayThatItIsClosed()
            throws IOException, InterruptedException, ExecutionException {
        TestDatabase.write(directory, GAME, TOP);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            for (int round = 0; round < 50; round++) {
                Database database = Database.open(directory);
                CountDownLatch underWay = new CountDownLatch(THREADS);
                List<Future<Long>> counts = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    counts.add(pool.submit(() -> lookUpUntilClosed(database, underWay)));
                }
                underWay.await();
                database.close();
                for (Future<Long> count : counts) {
                    assertTrue(count.get() >= GAME.size(TOP), "each thread went through the layer before the close");
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Returns how many lookups were right before one threw; a wrong one fails the test. */
    private static long lookUpUntilClosed(Database database, CountDownLatch underWay) {
        int[] position = new int[GAME.cells()];
        for (long lookups = 0; ; lookups++) {
            long rank = lookups % GAME.size(TOP);
            GAME.unrank(TOP, rank, position);
            int score;
            try {
                score = database.score(position);
            } catch (IllegalStateException e) {
                return lookups;
            }
            assertEquals(TestDatabase.score(GAME, TOP, rank), score);
            if (lookups == GAME.size(TOP)) {
                underWay.countDown();
            }
        }
    }
}
