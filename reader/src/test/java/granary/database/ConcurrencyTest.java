package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.format.LayerTable;
import granary.storage.Access;
import granary.testing.SolvedDatabase;
import granary.testing.Thorough;
import granary.testing.Threads;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that open, read and close at once. */
final class ConcurrencyTest {
    private static final int[] BOARD = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2};

    @Test
    void manyThreadsOpenOneDirectoryAtOnce() throws Exception {
        Threads.run(16, thread -> {
            Access access = List.of(Access.values()).get(thread % Access.values().length);
            try (Database database =
                    Database.open(SolvedDatabase.directory(), OpenOptions.DEFAULT.withAccess(access))) {
                assertEquals(database.score(BOARD), database.moves(BOARD).get(0).score());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void aReaderMeetsTheTrueScoreOrTheClosedDatabase(Access access) throws Exception {
        int expected;
        try (Database database = Database.open(SolvedDatabase.directory())) {
            expected = database.score(BOARD);
        }
        for (int round = 0; round < 20; round++) {
            Database database = Database.open(SolvedDatabase.directory(), OpenOptions.DEFAULT.withAccess(access));
            CountDownLatch reading = new CountDownLatch(2);
            Threads.run(3, thread -> {
                if (thread == 2) {
                    reading.await();
                    database.close();
                    database.close();
                    return;
                }
                assertEquals(expected, database.score(BOARD));
                reading.countDown();
                IllegalStateException closed = assertThrows(IllegalStateException.class, () -> {
                    while (true) {
                        assertEquals(expected, database.score(BOARD));
                    }
                });
                assertTrue(closed.getMessage().contains("closed"), closed.getMessage());
            });
            assertThrows(IllegalStateException.class, () -> database.find(BOARD));
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void aClosedDatabaseAnswersNothing(Access access) {
        Database database = Database.open(SolvedDatabase.directory(), OpenOptions.DEFAULT.withAccess(access));
        int expected = database.score(BOARD);
        long rank = database.game().rank(BOARD);
        LayerTable table = database.table(SolvedDatabase.TOP);
        Batch batch = database.batch().markMissing(Integer.MIN_VALUE);
        database.close();
        int[] found = new int[1];
        List<Executable> lookups = List.of(
                () -> database.score(BOARD),
                () -> database.find(BOARD),
                () -> database.distance(BOARD),
                () -> database.findDistance(BOARD),
                () -> database.bounds(BOARD),
                () -> database.findBounds(BOARD),
                () -> database.moves(BOARD),
                () -> database.knownMoves(BOARD),
                () -> database.bestMoves(BOARD),
                () -> database.line(BOARD),
                () -> database.fetch(List.of(BOARD)),
                () -> database.table(SolvedDatabase.TOP),
                () -> database.distances(SolvedDatabase.TOP),
                () -> database.pairs(SolvedDatabase.TOP),
                () -> database.longestDistance(SolvedDatabase.TOP),
                () -> database.scoresDigest(SolvedDatabase.TOP),
                database::files,
                database::batch,
                () -> batch.scores(BOARD, 0, 1, found, 0),
                () -> batch.distances(BOARD, 0, 1, found, 0));
        for (int i = 0; i < lookups.size(); i++) {
            IllegalStateException refusal = assertThrows(IllegalStateException.class, lookups.get(i), "lookup " + i);
            assertTrue(refusal.getMessage().contains(" is closed"), refusal.getMessage());
        }
        if (access == Access.POSITIONED) {
            assertThrows(IllegalStateException.class, () -> table.value(rank));
        } else {
            assertEquals(expected, table.value(rank));
        }
    }

    @Test
    @Thorough
    void anInterruptOfOneThreadLeavesTheOthersReading() throws Exception {
        try (Database database =
                Database.open(SolvedDatabase.directory(), OpenOptions.DEFAULT.withAccess(Access.POSITIONED))) {
            int expected = database.score(BOARD);
            Threads.run(2, thread -> {
                for (int i = 0; i < (thread == 0 ? 2000 : 50); i++) {
                    if (thread == 1) {
                        Thread.currentThread().interrupt();
                    }
                    assertEquals(expected, database.score(BOARD));
                    assertEquals(thread == 1, Thread.interrupted());
                }
            });
        }
    }
}
