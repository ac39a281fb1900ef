package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.OpenOptions.Check;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.storage.Access;
import granary.testing.BitFlip;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All ways to ask for a score agree. */
final class LookupTest {
    private static final int[] ABOVE = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};

    @ParameterizedTest
    @EnumSource(Access.class)
    void allWaysToAskAgreeUnderEveryAccess(Access access) {
        OpenOptions options = OpenOptions.DEFAULT.withAccess(access);
        try (Database database = Database.open(SolvedDatabase.directory(), options)) {
            int count = 300;
            Random random = new Random(7);
            int[] boards = new int[12 * count];
            int[] board = new int[12];
            int[] expected = new int[count];
            int[] run = new int[1];
            for (int i = 0; i < count; i++) {
                int layer = random.nextInt(SolvedDatabase.TOP + 1);
                long rank = (long) (random.nextDouble() * database.table(layer).positions());
                database.game().unrank(layer, rank, board);
                System.arraycopy(board, 0, boards, 12 * i, 12);
                expected[i] = database.table(layer).value(rank);
                database.table(layer).values(rank, 1, run, 0);
                assertEquals(expected[i], run[0]);
                assertEquals(expected[i], database.score(board));
                assertEquals(expected[i], database.score(boards, 12 * i));
                assertEquals(OptionalInt.of(expected[i]), database.find(board));
                List<ScoredMove> moves = database.moves(board);
                assertEquals(
                        expected[i],
                        moves.isEmpty()
                                ? database.game().terminalScore(board)
                                : moves.get(0).score());
            }
            int[] scores = new int[count];
            database.batch().scores(boards, 0, count, scores, 0);
            assertArrayEquals(expected, scores);
            database.batch().scores(boards, 12, count - 1, scores, 0);
            assertArrayEquals(Arrays.copyOfRange(expected, 1, count), Arrays.copyOf(scores, count - 1));
        }
    }

    @Test
    void aMarkingBatchMarksWhatIsMissingAndLooksTheRestUp() {
        int mark = Integer.MIN_VALUE;
        try (Database all = Database.open(SolvedDatabase.directory());
                Database some =
                        Database.open(SolvedDatabase.directory(), OpenOptions.DEFAULT.withLayers(List.of(2, 5)))) {
            int[] boards = new int[12 * 200];
            Random random = new Random(10);
            for (int i = 0; i < 200; i++) {
                for (int seed = i % 10; seed > 0; seed--) {
                    boards[12 * i + random.nextInt(12)]++;
                }
            }
            boards[12 * 40] = 40; // no database has as many
            int[] scores = new int[200];
            assertThrows(MissingLayerException.class, () -> some.batch().scores(boards, 0, 200, scores, 0));
            Batch marking = some.batch().markMissing(mark);
            marking.scores(boards, 0, 200, scores, 0);
            for (int i = 0; i < 200; i++) {
                boolean held = (i % 10 == 2 || i % 10 == 5) && i != 40;
                assertEquals(held ? all.score(boards, 12 * i) : mark, scores[i], "board " + i);
            }
            marking.distances(boards, 0, 200, scores, 0);
            assertTrue(Arrays.stream(scores).allMatch(score -> score == mark));
            boards[0] = -1;
            assertThrows(IllegalArgumentException.class, () -> marking.scores(boards, 0, 200, scores, 0));
        }
    }

    @Test
    void bestMovesAreThoseThatKeepTheScore() {
        try (Database database = Database.open(SolvedDatabase.directory())) {
            int[] board = {1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1};
            List<ScoredMove> best = database.bestMoves(board);
            assertFalse(best.isEmpty());
            for (ScoredMove move : database.moves(board)) {
                assertEquals(
                        move.score() == database.score(board),
                        best.stream().anyMatch(one -> one.move() == move.move()));
            }
        }
    }

    @Test
    void aPositionNeedsItsLayerAndThoseOfItsMoves() {
        try (Database database = Database.open(SolvedDatabase.directory())) {
            assertEquals(Set.of(4, 6), database.layersNeeded(new int[] {0, 0, 0, 1, 0, 1, 1, 0, 3, 0, 0, 0}));
            assertEquals(48, database.layersNeeded(ABOVE).first());
        }
    }

    @Test
    void badVectorsAreRefusedWithTheReason() {
        try (Database database = Database.open(SolvedDatabase.directory())) {
            int[][] bad = {
                {},
                {1, 2, 3},
                {-1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1},
                {Integer.MAX_VALUE, Integer.MAX_VALUE, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, Integer.MAX_VALUE, Integer.MAX_VALUE},
                {53, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                {Integer.MIN_VALUE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Integer.MIN_VALUE},
            };
            for (int[] board : bad) {
                assertThrows(IllegalArgumentException.class, () -> database.score(board));
                assertThrows(IllegalArgumentException.class, () -> database.find(board));
                assertThrows(IllegalArgumentException.class, () -> database.moves(board));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> database.score(new int[20], 9));
            assertThrows(IndexOutOfBoundsException.class, () -> database.score(new int[20], -1));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> database.batch().scores(new int[24], 1, 2, new int[2], 0));
        }
    }

    @Test
    void rangeOutsideArrayIsRejectedEvenForEmptyBatch() {
        try (Database database = Database.open(SolvedDatabase.directory())) {
            Batch batch = database.batch();
            int[] scores = new int[2];
            int[] boards = new int[24];
            for (int[] range : new int[][] {
                {0, 3, 0}, {3, 0, 0}, {0, 0, 3}, {0, -1, 0}, {-1, 0, 0}, {0, 0, -1}, {1, 2, 0}, {0, 2, 1}
            }) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> batch.scores(boards, 12 * range[0], range[1], scores, range[2]));
            }
            batch.scores(boards, 24, 0, scores, 2);
        }
    }

    @Test
    void eachCheckFindsWhatItIsFor(@TempDir Path directory) throws IOException {
        SolvedDatabase.copyTo(directory);
        Path file = directory.resolve(Manifest.fileName(SolvedDatabase.TOP));
        BitFlip.flip(file, 8L * (LayerHeader.LENGTH + 70_000));
        Database.open(directory).close();
        DamagedFileException data = assertThrows(
                DamagedFileException.class,
                () -> Database.open(directory, OpenOptions.DEFAULT.withCheck(Check.OPENING)));
        assertEquals(LayerHeader.LENGTH + 65_536, data.offset());
        BitFlip.flip(file, 8 * 3000);
        assertThrows(DamagedFileException.class, () -> Database.open(directory));
        Files.write(file, Files.readAllBytes(directory.resolve(Manifest.fileName(1))));
        assertThrows(DamagedFileException.class, () -> Database.open(directory));
    }
}
