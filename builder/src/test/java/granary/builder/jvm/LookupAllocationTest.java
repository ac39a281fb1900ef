package granary.builder.jvm;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import granary.builder.testing.Databases;
import granary.database.Database;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class LookupAllocationTest {
    private static final int LOOKUPS = 200_000;

    @Test
    void aLookupAllocatesNothing() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeTrue(threads.isThreadAllocatedMemorySupported(), "this JVM does not count allocations");
        int[] board = {1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 2};
        try (Database database = Database.open(Databases.twelveSeeds())) {
            lookUp(database, board);
            long before = threads.getCurrentThreadAllocatedBytes();
            lookUp(database, board);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            // The counter itself and the compiler's doings take a little; one byte a lookup would already be more.
            assertTrue(bytes < LOOKUPS, bytes + " bytes in " + LOOKUPS + " lookups");
        }
    }

    private static void lookUp(Database database, int[] board) {
        int sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            board[i % 6]++;
            board[6 + i % 3 * 2]--;
            if (board[6 + i % 3 * 2] >= 0) {
                sum += database.score(board);
            }
            board[i % 6]--;
            board[6 + i % 3 * 2]++;
        }
        assertTrue(sum != 1_000_000);
    }
}
