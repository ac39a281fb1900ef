package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import granary.storage.Access;
import granary.testing.SparseLayer;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A layer of 13,340,783,196 positions in 9.7 GiB, nearly all of which the file system need not store. */
class LargeLayerTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int LAYER = 35;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Access.class,
            names = {"MAPPED", "POSITIONED"})
    void scoresAreFoundBeyondEveryBorderOfBitsInRanksAndPlaces(Access access) throws IOException {
        SparseLayer.write(directory, GAME, LAYER);
        List<Long> windows = SparseLayer.windows(GAME, LAYER);
        assertTrue(windows.get(windows.size() - 1) > 1L << 33);
        assertTrue(Files.size(directory.resolve("layer-035.granary")) > 1L << 33);
        int[] board = new int[GAME.cells()];
        int[] run = new int[SparseLayer.WINDOW];
        int[] expected = new int[SparseLayer.WINDOW];
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withAccess(access))) {
            for (long start : windows) {
                for (int i = 0; i < SparseLayer.WINDOW; i++) {
                    expected[i] = TestDatabase.score(GAME, LAYER, start + i);
                    assertEquals(expected[i], database.table(LAYER).value(start + i));
                }
                database.table(LAYER).values(start, run.length, run, 0);
                assertArrayEquals(expected, run);
                for (int i = 0; i < SparseLayer.WINDOW; i += 100) {
                    GAME.unrank(LAYER, start + i, board);
                    assertEquals(start + i, GAME.rank(board));
                    assertEquals(expected[i], database.score(board));
                }
            }
            assertEquals(-LAYER, database.table(LAYER).value(5_000_000_000L), "elsewhere are zeros");
        }
    }
}
