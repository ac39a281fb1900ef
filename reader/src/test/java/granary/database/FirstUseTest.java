package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.OpenOptions.Check;
import granary.error.DamagedFileException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Packing;
import granary.game.Game;
import granary.storage.Access;
import granary.testing.BitFlip;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A chunk of data is compared with its checksum before it is used for the first time. */
class FirstUseTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    /** 352,716 positions in three chunks. */
    private static final int LAYER = 10;

    private static final int DAMAGED = 1;
    private static final Packing PACKING = Packing.of(-LAYER, LAYER);
    private static final long FIRST_BIT = 8L * (LayerHeader.LENGTH + DAMAGED * LayerHeader.CHUNK_LENGTH);

    @TempDir
    private Path directory;

    private Path scores;

    @BeforeEach
    void write() throws IOException {
        TestDatabase.writeLayers(directory, GAME, LAYER);
        scores = directory.resolve(FileKind.SCORES.fileName(LAYER));
    }

    /** Returns the rank of the first position whose group ends in a byte of the data or behind it. */
    private static long firstThatEndsIn(long at) {
        return 8 * at / PACKING.bits() * PACKING.digits();
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void damagedChunkIsRefusedByEveryAccessOthersAreRight(Access access) throws IOException {
        BitFlip.flip(scores, FIRST_BIT + 8 * 40_000);
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withAccess(access))) {
            LayerTable table = database.table(LAYER);
            int[] values = new int[(int) table.positions()];
            long from = firstThatEndsIn((long) DAMAGED * LayerHeader.CHUNK_LENGTH);
            long to = (8L * (DAMAGED + 1) * LayerHeader.CHUNK_LENGTH + PACKING.bits() - 1)
                    / PACKING.bits()
                    * PACKING.digits();
            for (long rank = 0; rank < table.positions(); rank += 97) {
                if (rank < from || rank >= to) {
                    assertEquals(TestDatabase.score(GAME, LAYER, rank), table.value(rank), "rank " + rank);
                } else {
                    long damaged = rank;
                    assertDamaged(() -> table.value(damaged));
                }
            }
            table.values(0, (int) from, values, 0);
            assertDamaged(() -> table.values(0, (int) from + 1, values, 0));
            assertDamaged(() -> table.check(0, table.positions()));
            assertDamaged(() -> table.values(to - 1, 2, values, 0));
            table.values(to, (int) (table.positions() - to), values, 0);
            for (long rank : new long[] {from, from + PACKING.digits(), to - 1}) {
                int[] board = new int[GAME.cells()];
                GAME.unrank(LAYER, rank, board);
                assertDamaged(() -> database.score(board));
                assertDamaged(() -> database.find(board));
                assertDamaged(() -> database.batch().scores(board, 0, 1, values, 0));
                assertDamaged(() -> database.batch().markMissing(99).scores(board, 0, 1, values, 0));
                int[] two = TestDatabase.boards(GAME, LAYER, 0, rank);
                assertDamaged(() -> database.batch().scores(two, 0, 2, values, 0));
            }
        }
    }

    private void assertDamaged(Executable lookup) {
        DamagedFileException refusal = assertThrows(DamagedFileException.class, lookup);
        assertEquals(scores.toString(), refusal.where());
        assertEquals(FIRST_BIT / 8, refusal.offset());
        assertTrue(refusal.getMessage().contains("chunk " + DAMAGED + ","), refusal::getMessage);
        assertTrue(refusal.getMessage().contains("granary repair"), refusal::getMessage);
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void aGroupOfTwoChunksNeedsBothAndTheOneBeforeItOnlyItsOwn(Access access) throws IOException {
        long border = (long) DAMAGED * LayerHeader.CHUNK_LENGTH;
        long both = firstThatEndsIn(border);
        assertTrue(
                both / PACKING.digits() * PACKING.bits() < 8 * border, "no group of two chunks: choose another layer");
        BitFlip.flip(scores, FIRST_BIT + 8 * LayerHeader.CHUNK_LENGTH - 1); // far from the group's bits
        OpenOptions options = OpenOptions.DEFAULT.withAccess(access);
        try (Database database = Database.open(directory, options)) {
            LayerTable table = database.table(LAYER);
            assertEquals(TestDatabase.score(GAME, LAYER, both - 1), table.value(both - 1));
            assertDamaged(() -> table.value(both));
        }
        BitFlip.flip(scores, FIRST_BIT + 8 * LayerHeader.CHUNK_LENGTH - 1);
        BitFlip.flip(scores, 8 * LayerHeader.LENGTH + 8 * (border - LayerHeader.CHUNK_LENGTH));
        try (Database database = Database.open(directory, options)) {
            LayerTable table = database.table(LAYER);
            long behind = both + PACKING.digits();
            assertEquals(TestDatabase.score(GAME, LAYER, behind), table.value(behind));
            DamagedFileException refusal = assertThrows(DamagedFileException.class, () -> table.value(both));
            assertEquals(FIRST_BIT / 8 - LayerHeader.CHUNK_LENGTH, refusal.offset());
        }
    }

    /** The eight bytes that are loaded reach into the next chunk, and the bits that are used do not. */
    @Test
    void distancesAtTheEndOfAChunkDoNotNeedTheNext() throws IOException {
        int layer = 11;
        TestDatabase.writeLayers(directory, GAME, layer);
        int longest = 82; // five distances in 32 bits
        TestDatabase.addDistances(directory, GAME, longest, layer);
        Path distances = directory.resolve(FileKind.DISTANCES.fileName(layer));
        BitFlip.flip(distances, 8L * (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH) + 1);
        try (Database database = Database.open(directory)) {
            int last = 5 * LayerHeader.CHUNK_LENGTH / 4 - 1;
            int[] board = new int[GAME.cells()];
            for (int rank = last - 100; rank <= last; rank++) {
                GAME.unrank(layer, rank, board);
                assertEquals(TestDatabase.distance(layer, longest, rank), database.distance(board));
            }
            GAME.unrank(layer, last + 1, board);
            int[] values = new int[1];
            assertThrows(DamagedFileException.class, () -> database.distance(board));
            assertThrows(DamagedFileException.class, () -> database.findDistance(board));
            assertThrows(
                    DamagedFileException.class, () -> database.distances(layer).value(last + 1));
            assertThrows(
                    DamagedFileException.class, () -> database.distances(layer).values(last + 1, 1, values, 0));
            assertThrows(DamagedFileException.class, () -> database.batch().distances(board, 0, 1, values, 0));
        }
    }

    @Test
    void aDamagedChecksumIsRefusedToo() throws IOException {
        int chunks = 3;
        for (int chunk = 0; chunk < chunks; chunk++) {
            long bit = 8 * (Files.size(scores) - (chunks - chunk) * (long) Integer.BYTES);
            BitFlip.flip(scores, bit);
            try (Database database = Database.open(directory)) {
                long rank = firstThatEndsIn((long) chunk * LayerHeader.CHUNK_LENGTH) + PACKING.digits();
                DamagedFileException refusal = assertThrows(
                        DamagedFileException.class, () -> database.table(LAYER).value(rank));
                assertEquals(LayerHeader.LENGTH + (long) chunk * LayerHeader.CHUNK_LENGTH, refusal.offset());
            }
            BitFlip.flip(scores, bit);
        }
    }

    @Test
    void uncheckedLookupsReadDamagedData() throws IOException {
        long rank = firstThatEndsIn((long) DAMAGED * LayerHeader.CHUNK_LENGTH);
        int[] damaged = new int[PACKING.digits()];
        int[] right = new int[PACKING.digits()];
        Arrays.setAll(right, i -> TestDatabase.score(GAME, LAYER, rank + i));
        BitFlip.flip(scores, FIRST_BIT);
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withCheck(Check.HEADER))) {
            database.table(LAYER).check(0, database.table(LAYER).positions());
            database.table(LAYER).values(rank, damaged.length, damaged, 0);
        }
        assertNotEquals(Arrays.toString(right), Arrays.toString(damaged));
        BitFlip.flip(scores, FIRST_BIT);
        try (Database database = Database.open(directory)) {
            database.table(LAYER).values(rank, damaged.length, damaged, 0);
        }
        assertArrayEquals(right, damaged);
    }
}
