package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import granary.storage.Access;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lookups allocate nothing. */
final class AllocationTest {
    private static final int LOOKUPS = 20_000;
    /** The index of the first board of {@link SolvedDatabase#TOP} seeds. */
    private static final int NINE_SEEDS = 12 * 9;

    @ParameterizedTest
    @EnumSource(Access.class)
    void lookupsAllocateNothing(Access access, @TempDir Path directory) throws IOException {
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        TestDatabase.addDistances(SolvedDatabase.copyTo(directory), game, 82, SolvedDatabase.TOP);
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withAccess(access))) {
            Batch batch = database.batch().markMissing(Integer.MIN_VALUE);
            int[] boards = new int[12 * 100];
            for (int i = 0; i < 100; i++) {
                for (int seed = 0; seed < i % 10; seed++) {
                    boards[12 * i + (7 * seed + i) % 12]++;
                }
            }
            int[] scores = new int[100];
            assertAllocatesNothing(() -> lookUp(database, batch, boards, scores));
        }
    }

    /** A round may fall together with what the virtual machine does for itself: the least of them counts. */
    private static void assertAllocatesNothing(IntSupplier lookups) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int first = lookups.getAsInt();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10 && least > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            int sum = lookups.getAsInt();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            assertEquals(first, sum);
        }
        assertEquals(0, least);
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void lookupsOfBoundsAllocateNothing(Access access) {
        Path directory = Path.of("..", "conformance", "awari-2-abapa");
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withAccess(access))) {
            int[] boards = {0, 1, 2, 3, 1, 0, 0, 4, 0, 2, 0, 1};
            assertAllocatesNothing(() -> lookUpBounds(database, boards));
        }
    }

    private static int lookUpBounds(Database database, int... boards) {
        int sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            int bounds = database.bounds(boards, 4 * (i % 3));
            sum += Bounds.least(bounds) + (Bounds.outcome(bounds, i % 5, 2) == Bounds.Outcome.WIN ? 1 : 0);
        }
        return sum;
    }

    private static int lookUp(Database database, Batch batch, int[] boards, int[] scores) {
        int sum = 0;
        for (int i = 0; i < LOOKUPS; i += 100) {
            for (int board = 0; board < 100; board++) {
                sum += database.score(boards, 12 * board);
            }
            batch.scores(boards, 0, 100, scores, 0);
            sum += scores[99] + database.table(5).value(i & 1023) + database.distance(boards, NINE_SEEDS);
            batch.distances(boards, NINE_SEEDS, 1, scores, 0);
            sum += scores[0];
        }
        return sum;
    }
}
