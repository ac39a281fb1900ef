package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DifferentBuildsException;
import granary.error.NotADatabaseException;
import granary.error.WrongGameException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database whose files are spread over directories. */
final class SeveralDirectoriesTest {
    private static final Game GAME = new Awari(4, RuleSet.OLYMPIAD);

    @TempDir
    private Path first;

    @TempDir
    private Path second;

    private List<Path> both;

    @BeforeEach
    void spread() {
        both = List.of(first, second);
    }

    private static void move(Path from, Path to, int... layers) throws IOException {
        for (int layer : layers) {
            Files.move(from.resolve(Manifest.fileName(layer)), to.resolve(Manifest.fileName(layer)));
        }
    }

    private static void copyManifest(Path from, Path to) throws IOException {
        Files.copy(from.resolve(Manifest.FILE_NAME), to.resolve(Manifest.FILE_NAME));
    }

    private Database open() {
        return Database.open(both, OpenOptions.DEFAULT);
    }

    @Test
    void noDirectoryIsTooFew() {
        assertThrows(IllegalArgumentException.class, () -> Database.open(List.of(), OpenOptions.DEFAULT));
    }

    @Test
    void spreadLayersAreOneDatabaseWithTheSameScores() throws IOException {
        SolvedDatabase.copyTo(first);
        copyManifest(first, second);
        move(first, second, 0, 5, 6, SolvedDatabase.TOP);
        try (Database whole = Database.open(SolvedDatabase.directory());
                Database spread = open()) {
            assertEquals(whole.layers(), spread.layers());
            Random random = new Random(11);
            int[] board = new int[12];
            for (int i = 0; i < 500; i++) {
                int layer = random.nextInt(SolvedDatabase.TOP + 1);
                whole.game().unrank(layer, random.nextInt((int) whole.game().size(layer)), board);
                assertEquals(whole.score(board), spread.score(board));
            }
            for (OpenFile file : spread.files()) {
                boolean moved = Set.of(0, 5, 6, SolvedDatabase.TOP).contains(file.layer());
                assertEquals((moved ? second : first).resolve(Manifest.fileName(file.layer())), file.path());
            }
        }
    }

    @Test
    void openFilesTellTheirLengthAndHowMuchIsMapped() throws IOException {
        for (Access access : Access.values()) {
            OpenOptions options = OpenOptions.DEFAULT.withAccess(access);
            try (Database database = Database.open(SolvedDatabase.directory(), options)) {
                List<OpenFile> files = database.files();
                assertEquals(SolvedDatabase.TOP + 1, files.size());
                for (OpenFile file : files) {
                    assertEquals(Files.size(file.path()), file.bytes());
                    assertEquals(FileKind.SCORES, file.kind());
                    boolean mapped = access == Access.MAPPED && file.layer() == SolvedDatabase.TOP; // the rest is small
                    assertEquals(mapped ? file.bytes() : 0, file.mappedBytes());
                }
            }
        }
    }

    @Test
    void manifestsMayListPartsAndTheFirstDirectoryThatHasAFileGivesIt() throws IOException {
        TestDatabase.write(first, GAME, 4);
        Manifest all = DatabaseFiles.readManifest(first);
        Files.write(
                second.resolve(Manifest.FILE_NAME),
                new Manifest(
                                all.game(),
                                all.parameters(),
                                Map.of(
                                        FileKind.SCORES,
                                        all.files(FileKind.SCORES).tailMap(2)))
                        .toBytes());
        Files.write(
                first.resolve(Manifest.FILE_NAME),
                new Manifest(
                                all.game(),
                                all.parameters(),
                                Map.of(
                                        FileKind.SCORES,
                                        all.files(FileKind.SCORES).headMap(4)))
                        .toBytes());
        move(first, second, 4);
        Files.copy(first.resolve(Manifest.fileName(3)), second.resolve(Manifest.fileName(3)));
        try (Database spread = open()) {
            assertEquals(Set.of(0, 1, 2, 3, 4), spread.layers());
            assertEquals(
                    first.resolve(Manifest.fileName(3)), spread.files().get(3).path());
        }
        Files.delete(second.resolve(Manifest.fileName(4)));
        String message = assertThrows(NotADatabaseException.class, this::open).getMessage();
        assertTrue(message.startsWith(second.resolve(Manifest.fileName(4)) + ": "), message);
    }

    @Test
    void directoriesOfDifferentGamesAreRefused() throws IOException {
        TestDatabase.write(first, GAME, 2);
        TestDatabase.write(second, new Awari(4, RuleSet.STRICT), 2);
        WrongGameException refusal = assertThrows(WrongGameException.class, this::open);
        assertEquals(second.resolve(Manifest.FILE_NAME), refusal.path());
        assertTrue(refusal.getMessage().contains("strict"), refusal.getMessage());
    }

    @Test
    void aLayerOfTwoBuildsIsRefusedAndSoIsOneOnAnotherBuildsLayer() throws IOException {
        TestDatabase.write(first, GAME, 3);
        TestDatabase.writeLayers(second, GAME, 0, 2); // its layer 2 says that it was built on layer 0
        DifferentBuildsException twice = assertThrows(DifferentBuildsException.class, this::open);
        assertEquals(second.resolve(Manifest.fileName(2)), twice.path());
        TestDatabase.write(first, GAME, 1);
        DifferentBuildsException basis = assertThrows(DifferentBuildsException.class, this::open);
        assertTrue(basis.getMessage().contains("to be built on layer-001.granary"), basis.getMessage());
    }
}
