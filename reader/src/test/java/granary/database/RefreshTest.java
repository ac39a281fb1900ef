package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DatabaseException;
import granary.error.DifferentBuildsException;
import granary.error.MissingLayerException;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An open database into whose directory a builder goes on writing. */
final class RefreshTest {
    private static final Game GAME = new Awari(4, RuleSet.OLYMPIAD);
    private static final int[] LAYER_4 = {1, 1, 0, 0, 1, 0, 0, 1};

    @TempDir
    private Path directory;

    private Database openAfterBuild(int topLayer) throws IOException {
        TestDatabase.write(directory, GAME, topLayer);
        return Database.open(directory);
    }

    @Test
    void whatABuilderAddedIsFoundAfterARefreshAlsoByAnOldBatch() throws IOException {
        try (Database database = openAfterBuild(3)) {
            Batch batch = database.batch();
            int[] score = new int[1];
            assertFalse(database.refresh());
            Set<Integer> before = database.layers();
            TestDatabase.write(directory, GAME, 5);
            TestDatabase.addDistances(directory, GAME, 9, 2, 4);
            assertThrows(MissingLayerException.class, () -> database.score(LAYER_4));
            List<OpenFile> open = database.files();
            assertTrue(database.refresh());
            assertEquals(Set.of(0, 1, 2, 3), before);
            assertEquals(Set.of(0, 1, 2, 3, 4, 5), database.layers());
            assertEquals(Set.of(2, 4), database.distanceLayers());
            int expected = TestDatabase.score(GAME, 4, GAME.offset(LAYER_4));
            assertEquals(expected, database.score(LAYER_4));
            batch.scores(LAYER_4, 0, 1, score, 0);
            assertEquals(expected, score[0]);
            assertEquals(
                    OptionalInt.of(TestDatabase.distance(4, 9, GAME.offset(LAYER_4))), database.findDistance(LAYER_4));
            assertSame(open.get(2), database.files().get(2), "an open file is not opened again");
            assertFalse(database.refresh());
        }
    }

    @Test
    void aRefreshKeepsToTheOptions() throws IOException {
        TestDatabase.write(directory, GAME, 2);
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withLayers(1, 4))) {
            TestDatabase.write(directory, GAME, 5);
            assertTrue(database.refresh());
            assertEquals(Set.of(1, 2, 3, 4), database.layers());
        }
    }

    @Test
    void aLayerOfAnotherBuildIsRefusedAndNothingChanges() throws IOException {
        try (Database database = openAfterBuild(3)) {
            int[] board = {1, 1, 0, 0, 1, 0, 0, 0};
            int score = database.score(board);
            TestDatabase.writeLayers(directory, GAME, 0, 1, 3, 4); // this layer 3 says that it was built on layer 1
            assertThrows(DifferentBuildsException.class, database::refresh);
            TestDatabase.write(directory, GAME, 5);
            Files.write(directory.resolve(Manifest.fileName(5)), new byte[10]);
            assertThrows(DatabaseException.class, database::refresh);
            assertEquals(Set.of(0, 1, 2, 3), database.layers());
            assertEquals(score, database.score(board));
            TestDatabase.write(directory, GAME, 5);
            assertTrue(database.refresh());
        }
    }

    @Test
    void whatIsNoLongerListedStaysOpen() throws IOException {
        try (Database database = openAfterBuild(4)) {
            int score = database.score(LAYER_4);
            TestDatabase.write(directory, GAME, 2);
            assertFalse(database.refresh());
            assertEquals(score, database.score(LAYER_4));
        }
    }

    @Test
    void aClosedDatabaseIsNotRefreshed() throws IOException {
        Database database = openAfterBuild(1);
        database.close();
        assertThrows(IllegalStateException.class, database::refresh);
    }

    @Test
    void lookupsGoOnWhileOthersRefresh() throws Exception {
        try (Database database = openAfterBuild(0)) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            CountDownLatch reading = new CountDownLatch(1);
            Thread reader = new Thread(() -> {
                int seen = 0;
                int[] position = new int[8];
                while (seen < 6) {
                    int top = database.layers().last();
                    assertTrue(top >= seen);
                    seen = top;
                    GAME.unrank(top, GAME.size(top) / 2, position);
                    assertEquals(TestDatabase.score(GAME, top, GAME.size(top) / 2), database.score(position));
                    reading.countDown();
                }
            });
            reader.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
            reader.start();
            assertTrue(reading.await(60, TimeUnit.SECONDS), () -> "not one lookup: " + failure.get());
            for (int top = 1; top <= 6; top++) {
                TestDatabase.write(directory, GAME, top);
                Thread other = new Thread(database::refresh);
                other.start();
                database.refresh();
                other.join();
            }
            reader.join();
            assertNull(failure.get());
        }
    }
}
