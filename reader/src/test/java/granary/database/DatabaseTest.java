package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.MissingLayerException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.MemorySource;
import granary.storage.Source;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseTest {
    private static final int TOP = 4;
    private static final Game GAME = new Awari(4, RuleSet.STRICT);
    private static final int[] MISSING = {2, 2, 0, 0, 1, 0, 0, 0};

    @TempDir
    private Path directory;

    private Database database;

    @BeforeEach
    void open() throws IOException {
        TestDatabase.write(directory, GAME, TOP);
        database = Database.open(directory);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aDatabaseTellsWhatItHolds() {
        assertEquals(directory.toString(), database.where());
        assertEquals(Set.of(0, 1, 2, 3, 4), database.layers());
        assertEquals("awari pits=4 rules=strict", database.game().identity());
        assertEquals("awari pits=4 rules=strict in " + directory + ", layers [0, 1, 2, 3, 4]", database.toString());
    }

    @Test
    void theAddressOfADirectoryOpensWhatItsPathOpens() throws IOException {
        Path spaced = Files.createDirectory(directory.resolve("a directory, 100%"));
        TestDatabase.write(spaced, GAME, TOP);
        try (Database opened = Database.open(spaced.toUri())) {
            assertEquals(spaced.toString(), opened.where());
            assertEquals(database.layers(), opened.layers());
            int[] board = {1, 0, 0, 1, 0, 2, 0, 0};
            assertEquals(database.score(board), opened.score(board));
        }
    }

    @Test
    void movesComeBestFirstAndAmongEqualsTheLowerPitFirst() {
        int[] position = new int[GAME.cells()];
        for (long rank = 0; rank < GAME.size(TOP); rank++) {
            GAME.unrank(TOP, rank, position);
            List<ScoredMove> expected = new ArrayList<>();
            GAME.moves(
                    position,
                    (move, captured, successor) -> expected.add(
                            new ScoredMove(move, captured, captured - database.score(successor), successor.clone())));
            expected.sort(Comparator.comparingInt(move -> -move.score()));
            assertEquals(expected, database.moves(position));
        }
    }

    @Test
    void movesAreEqualWhenAllTheyTellIsAndTellItInWords() {
        int[] after = {0, 1, 2, 3};
        ScoredMove move = new ScoredMove(2, 3, -1, 7, after);
        assertEquals("move 2, captured 3, score -1, distance 7, to [0, 1, 2, 3]", move.toString());
        assertEquals("move 2, captured 3, score -1, to [0, 1, 2, 3]", new ScoredMove(2, 3, -1, after).toString());
        ScoredMove same = new ScoredMove(2, 3, -1, 7, after.clone());
        assertEquals(move, same);
        assertEquals(move.hashCode(), same.hashCode());
        assertNotEquals(move, new ScoredMove(1, 3, -1, 7, after));
        assertNotEquals(move, new ScoredMove(2, 2, -1, 7, after));
        assertNotEquals(move, new ScoredMove(2, 3, 1, 7, after));
        assertNotEquals(move, new ScoredMove(2, 3, -1, 6, after));
        assertNotEquals(move, new ScoredMove(2, 3, -1, 7, new int[] {1, 0, 2, 3}));
    }

    @Test
    void aPositionWithoutALegalMoveHasNone() {
        assertEquals(List.of(), database.moves(new int[] {0, 0, 0, 0, 1, 0, 1, 0}));
    }

    @Test
    void aLayerThatIsNotThereIsNamed() {
        assertEquals(OptionalInt.empty(), database.find(MISSING));
        var refusal = assertThrows(MissingLayerException.class, () -> database.score(MISSING));
        assertEquals(
                directory + ": no layer 5; it has layers 0 to 4 (not built yet; run granary build)",
                refusal.getMessage());
        assertThrows(MissingLayerException.class, () -> database.moves(MISSING));
        assertThrows(MissingLayerException.class, () -> database.table(5));
        assertThrows(MissingLayerException.class, () -> database.table(-1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2;5;layers 2 to 2 (not built yet",
                "1,2,3;56;layers 1 to 3 (not built yet",
                "9;5;none (not built yet",
                "0,1,4,40;3;layers [0, 1, 4] (left out by the options",
                "4;-2147483648;layers 4 to 4 (the game has layers 0 to 56",
                "4;-1;layers 4 to 4 (the game has layers 0 to 56",
                "4;57;layers 4 to 4 (the game has layers 0 to 56",
                "4;2147483647;layers 4 to 4 (the game has layers 0 to 56"
            })
    void aMissingLayerIsRefusedWithTheOthersAndTheCause(String opened, int layer, String found) {
        List<Integer> layers =
                Arrays.stream(opened.split(",")).map(Integer::valueOf).toList();
        try (Database some = Database.open(directory, OpenOptions.DEFAULT.withLayers(layers))) {
            var refusal = assertThrows(MissingLayerException.class, () -> some.table(layer));
            assertTrue(refusal.getMessage().contains("no layer " + layer + "; it has " + found), refusal::getMessage);
            assertEquals(layer, refusal.layer());
        }
    }

    @Test
    void theDigestOfALayersScoresIsThatOfTheManifest() {
        for (int layer = 0; layer <= TOP; layer++) {
            String listed =
                    database.listing().manifest().entry(FileKind.SCORES, layer).digest();
            assertEquals(listed, database.scoresDigest(layer));
        }
        assertThrows(MissingLayerException.class, () -> database.scoresDigest(TOP + 1));
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void anInterruptedThreadOpensAndIsStillInterrupted(Access access) throws IOException {
        Path larger = Files.createDirectory(directory.resolve("larger"));
        TestDatabase.writeLayers(larger, new Awari(6, RuleSet.OLYMPIAD), 9);
        Thread.currentThread().interrupt();
        try (Database open = Database.open(larger, OpenOptions.DEFAULT.withAccess(access))) {
            assertTrue(Thread.interrupted());
            assertEquals(Set.of(9), open.layers());
        }
    }

    @Test
    void readingChangesNothingInTheDirectory() throws IOException {
        for (Path file : timesOfChange().keySet()) {
            Files.setLastModifiedTime(file, FileTime.fromMillis(0)); // the clock of files may not have moved on yet
        }
        Map<Path, Object> before = timesOfChange();
        try (Database read = Database.open(directory)) {
            assertEquals(1, read.moves(new int[] {1, 1, 1, 1, 0, 0, 0, 0}).size());
        }
        assertEquals(before, timesOfChange());
    }

    private Map<Path, Object> timesOfChange() throws IOException {
        Map<Path, Object> times = new HashMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                times.put(file, Files.getLastModifiedTime(file));
            }
        }
        return times;
    }

    @Test
    void filesMayBeLinksToAnotherDisk(@TempDir Path linked) throws IOException {
        Path elsewhere = Files.createDirectory(linked.resolve("elsewhere"));
        Path here = Files.createDirectory(linked.resolve("here"));
        SolvedDatabase.copyTo(here);
        for (int layer : new int[] {0, 5, SolvedDatabase.TOP}) {
            Path file = here.resolve(Manifest.fileName(layer));
            Files.move(file, elsewhere.resolve(file.getFileName()));
            Files.createSymbolicLink(file, elsewhere.resolve(file.getFileName()));
        }
        assertSameScores(new DirectorySource(here, Access.MAPPED));
    }

    @Test
    void filesInMemoryAreADatabase() throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        for (String name : new DirectorySource(SolvedDatabase.directory(), Access.MAPPED).names()) {
            files.put(name, Files.readAllBytes(SolvedDatabase.directory().resolve(name)));
        }
        assertSameScores(new MemorySource(files));
        files.remove(Manifest.fileName(3));
        try (Database some = Database.open(new MemorySource(files), OpenOptions.DEFAULT)) {
            assertEquals(Set.of(3), some.missingLayers());
            MissingLayerException missing = assertThrows(MissingLayerException.class, () -> some.table(3));
            assertTrue(
                    missing.getMessage().contains(Manifest.fileName(3) + ": the file is missing"), missing::getMessage);
        }
    }

    private static void assertSameScores(Source source) {
        try (Database expected = Database.open(SolvedDatabase.directory());
                Database found = Database.open(source, OpenOptions.DEFAULT)) {
            assertEquals(expected.layers(), found.layers());
            for (int layer : expected.layers()) {
                int count = (int) expected.game().size(layer);
                int[] scores = new int[count];
                int[] others = new int[count];
                expected.table(layer).values(0, count, scores, 0);
                found.table(layer).values(0, count, others, 0);
                assertArrayEquals(scores, others);
            }
        }
    }

    @Test
    void openFilesTellTheirKindAndLength() throws IOException {
        for (Access access : Access.values()) {
            OpenOptions options = OpenOptions.DEFAULT.withAccess(access);
            try (Database open = Database.open(SolvedDatabase.directory(), options)) {
                assertEquals(SolvedDatabase.TOP + 1, open.files().size());
                for (LayerFile file : open.files()) {
                    assertEquals(Files.size(Path.of(file.where())), file.bytes());
                    assertEquals(FileKind.SCORES, file.kind());
                }
            }
        }
    }
}
