package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.compressed.CompressedTable;
import granary.database.OpenOptions.Check;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.format.FileKind;
import granary.game.Game;
import granary.storage.CheckedSections;
import granary.testing.BitFlip;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups in compressed layers, whose positions may need lower layers. */
class CompressedLookupTest {
    private static final int TOP = 7;
    private static final int MARK = Integer.MIN_VALUE;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compress() throws IOException {
        SolvedDatabase.copyTo(directory);
        CompressedLayers.compress(directory, 4, TOP);
    }

    @Test
    void missingLowerLayerHidesOnlyPositionsThatNeedIt() {
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withLayers(TOP, TOP))) {
            Game game = database.game();
            int count = (int) game.size(TOP);
            int[] expected = new int[count];
            int missing = 0;
            for (int rank = 0; rank < count; rank++) {
                int[] board = new int[game.cells()];
                game.unrank(TOP, rank, board);
                OptionalInt found = database.find(board);
                if (found.isEmpty()) {
                    missing++;
                    assertThrows(MissingLayerException.class, () -> database.score(board));
                } else {
                    assertEquals(database.score(board), found.getAsInt());
                }
                expected[rank] = found.orElse(MARK);
            }
            assertTrue(missing > 0 && missing < count, missing + " of " + count);
            int[] byBoard = new int[count];
            int[] boards =
                    TestDatabase.boards(game, TOP, LongStream.range(0, count).toArray());
            Batch batch = database.batch();
            assertThrows(MissingLayerException.class, () -> batch.scores(boards, 0, count, byBoard, 0));
            batch.markMissing(MARK).scores(boards, 0, count, byBoard, 0);
            assertArrayEquals(expected, byBoard);
        }
    }

    @Test
    void thePagesOfACompressedFileAreItsSections() throws IOException {
        byte[] file = Files.readAllBytes(directory.resolve(FileKind.COMPRESSED.fileName(TOP)));
        try (Database database = Database.open(directory)) {
            CheckedSections sections = ((CompressedTable) database.table(TOP)).sections();
            int size = sections.sectionLength();
            long pages = (sections.end() - sections.start()) / size;
            assertTrue(pages > 1 && sections.start() + pages * size == sections.end(), pages + " pages");
            for (int page = 0; page < pages; page++) {
                int at = (int) sections.start() + page * size;
                int number = page;
                sections.checkSection(number, file, at, size);
                file[at + size / 2] ^= 1;
                assertThrows(DamagedFileException.class, () -> sections.checkSection(number, file, at, size));
            }
        }
    }

    @Test
    void openingChecksEveryPageOnRequest(@TempDir Path damaged) throws IOException {
        SolvedDatabase.copyTo(damaged);
        CompressedLayers.compress(damaged, 4, TOP);
        Path compressed = damaged.resolve(FileKind.COMPRESSED.fileName(TOP));
        OpenOptions checking = OpenOptions.DEFAULT.withCheck(Check.OPENING);
        Database.open(damaged, checking).close();
        BitFlip.flip(compressed, 8 * (Files.size(compressed) / 2));
        Database.open(damaged).close();
        var refusal = assertThrows(DamagedFileException.class, () -> Database.open(damaged, checking));
        assertEquals(compressed.toString(), refusal.where());
    }

    /** A thread's buffers must not keep the files of a closed database open. */
    @Test
    void aThreadThatLookedUpKeepsNothingOfADatabaseThatIsGone() throws InterruptedException {
        List<WeakReference<?>> tables = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try (Database database = Database.open(directory)) {
                database.table(TOP).value(i);
                tables.add(new WeakReference<>(database.table(TOP)));
            }
        }
        for (int i = 0; i < 1000 && tables.stream().anyMatch(table -> table.get() != null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, tables.stream().filter(table -> table.get() != null).count(), "tables that stay");
    }
}
