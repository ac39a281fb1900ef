package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.format.FileKind;
import granary.game.Game;
import granary.storage.Access;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Distances are looked up like scores, where the database holds them. */
class DistanceLookupTest {
    private static final Game GAME = new Awari(4, RuleSet.OLYMPIAD);
    private static final int TOP = 5;
    private static final int LONGEST = 130;

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        TestDatabase.write(directory, GAME, TOP);
        TestDatabase.addDistances(directory, GAME, LONGEST, 1, 2, 3, 5);
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void allFormsOfLookupAgree(Access access) {
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withAccess(access))) {
            assertEquals(Set.of(1, 2, 3, 5), database.distanceLayers());
            for (int layer : database.distanceLayers()) {
                int size = (int) GAME.size(layer);
                int[] boards = TestDatabase.boards(
                        GAME, layer, LongStream.range(0, size).toArray());
                int[] copied = new int[size];
                database.distances(layer).values(0, size, copied, 0);
                assertEquals(LONGEST, database.distances(layer).maximum());
                assertEquals(size, database.distances(layer).positions());
                for (int rank = 0; rank < size; rank++) {
                    int expected = TestDatabase.distance(layer, LONGEST, rank);
                    int[] board = Arrays.copyOfRange(boards, 8 * rank, 8 * rank + 8);
                    assertEquals(expected, database.distance(board));
                    assertEquals(expected, database.distance(boards, 8 * rank));
                    assertEquals(OptionalInt.of(expected), database.findDistance(board));
                    assertEquals(expected, database.distances(layer).value(rank));
                    assertEquals(expected, copied[rank]);
                }
                int[] byBoard = new int[size];
                database.batch().distances(boards, 0, size, byBoard, 0);
                assertArrayEquals(copied, byBoard);
            }
        }
    }

    /** The winner hurries, the loser delays, and in a draw the lower pit comes first. */
    @Test
    void movesOfOneScoreAreOrderedByTheirDistances() {
        int ordered = 0;
        int[] board = new int[GAME.cells()];
        try (Database database = Database.open(directory)) {
            for (long rank = 0; rank < GAME.size(TOP); rank++) {
                GAME.unrank(TOP, rank, board);
                ScoredMove before = null;
                for (ScoredMove move : database.moves(board)) {
                    int distance = 1;
                    if (GAME.layer(move.successor()) == TOP) {
                        int after = TestDatabase.distance(TOP, LONGEST, GAME.rank(move.successor()));
                        distance = move.score() == 0 ? 0 : 1 + after;
                    }
                    assertEquals(distance, move.distance(), move::toString);
                    if (before != null && before.score() == move.score()) {
                        int later = Integer.signum(move.score()) * (distance - before.distance());
                        assertTrue(later > 0 || (later == 0 && before.move() < move.move()), before + ", " + move);
                        ordered++;
                    }
                    before = move;
                }
            }
        }
        assertTrue(ordered > 50, ordered + " pairs");
    }

    @Test
    void distancesThatAreNotThereAreMissedByThoseWhoInsistOnly() {
        int[] board = {2, 2, 0, 0, 0, 0, 0, 0};
        try (Database database = Database.open(directory)) {
            assertEquals(OptionalInt.empty(), database.findDistance(board));
            assertTrue(database.moves(board).stream().allMatch(move -> move.distance() == ScoredMove.NO_DISTANCE));
            MissingLayerException missing = assertThrows(MissingLayerException.class, () -> database.distance(board));
            assertTrue(missing.getMessage().contains("no distances of layer 4"), missing.getMessage());
            assertTrue(missing.getMessage().contains("granary build --distances adds them"), missing.getMessage());
            assertEquals(OptionalInt.empty(), database.findDistance(new int[] {TOP + 1, 0, 0, 0, 0, 0, 0, 0}));
            assertThrows(MissingLayerException.class, () -> database.distances(4));
            assertThrows(MissingLayerException.class, () -> database.batch().distances(board, 0, 1, new int[1], 0));
        }
    }

    @Test
    void filesThatWereLeftAwayAreDistancesThatAreNotThere() throws IOException {
        Files.delete(directory.resolve(FileKind.DISTANCES.fileName(3)));
        try (Database database = Database.open(directory)) {
            assertEquals(Set.of(1, 2, 5), database.distanceLayers());
        }
    }

    @Test
    void distancesAreNotTakenForScores() throws IOException {
        TestDatabase.addDistances(directory, GAME, 1, 0);
        Path scores = directory.resolve(FileKind.SCORES.fileName(0));
        Files.copy(directory.resolve(FileKind.DISTANCES.fileName(0)), scores, StandardCopyOption.REPLACE_EXISTING);
        DamagedFileException refusal = assertThrows(DamagedFileException.class, () -> Database.open(directory));
        assertTrue(refusal.getMessage().contains("layer 0, distances"), refusal::getMessage);
    }

    /** A header has room for 1 even where all distances are 0. */
    @Test
    void theLongestDistanceIsOneOfTheLayer() throws IOException {
        TestDatabase.addDistances(directory, GAME, 1, 0, 1, 4);
        try (Database database = Database.open(directory)) {
            assertEquals(0, TestDatabase.distance(0, 1, 0));
            assertEquals(0, database.longestDistance(0));
            assertEquals(1, database.longestDistance(1));
            assertEquals(1, database.longestDistance(4));
        }
    }

    @Test
    void distancesThatAreListedWithOtherScoresAreRefused() throws IOException {
        TestDatabase.writeLayers(directory, GAME, (layer, rank) -> layer == 3 ? 0 : 1 - layer % 2, 0, 1, 2, 3, 4);
        TestDatabase.list(directory, FileKind.DISTANCES, 3);
        var refusal = assertThrows(DamagedFileException.class, () -> Database.open(directory));
        assertEquals(directory.resolve(FileKind.DISTANCES.fileName(3)).toString(), refusal.where());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 254, 255, 256, 65_535})
    void anyLongestDistanceFits(int longest) throws IOException {
        TestDatabase.addDistances(directory, GAME, longest, 4);
        try (Database database = Database.open(directory)) {
            for (long rank = 0; rank < GAME.size(4); rank++) {
                assertEquals(
                        TestDatabase.distance(4, longest, rank),
                        database.distances(4).value(rank));
            }
            assertEquals(longest, database.longestDistance(4));
        }
    }
}
