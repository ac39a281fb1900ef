package granary.games;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.database.OpenOptions.Check;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.game.Game;
import granary.plain.Inputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed files that a reader must refuse or accept, as their table says. */
class HostileFilesTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    private Path directory;

    static Stream<HostileFiles.Case> cases() throws IOException {
        return HostileFiles.all(ROOT).stream();
    }

    @Test
    void theCommittedFilesAndTheirTableAreThoseThatAreMadeHere() throws IOException {
        List<HostileFiles.Case> cases = HostileFiles.all(ROOT);
        Path committed = ROOT.resolve(HostileFiles.DIRECTORY);
        assertEquals(HostileFiles.table(cases), Files.readString(committed.resolve("reasons.tsv")));
        TreeSet<String> names =
                cases.stream().map(HostileFiles.Case::name).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(cases.size(), names.size());
        names.add("reasons.tsv");
        try (Stream<Path> files = Files.list(committed)) {
            assertEquals(
                    names,
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
        }
        for (HostileFiles.Case one : cases) {
            assertArrayEquals(one.bytes(), Files.readAllBytes(committed.resolve(one.name())), one.name());
        }
    }

    @Test
    void damagedDatabaseAndItsLookupTableAreReproduced() throws IOException {
        Map<String, byte[]> files = DamagedDatabase.files(ROOT);
        Path committed = ROOT.resolve(Path.of("conformance", DamagedDatabase.NAME));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            assertArrayEquals(file.getValue(), Files.readAllBytes(committed.resolve(file.getKey())), file.getKey());
        }
        try (Stream<Path> all = Files.list(committed)) {
            assertEquals(files.size() + 1, all.count());
        }
        assertEquals(DamagedDatabase.table(committed), Files.readString(committed.resolve(DamagedDatabase.TABLE)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFileIsRefusedOrAcceptedAsItsRowSays(HostileFiles.Case one) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(one.original()))) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        Path replaced = directory.resolve(one.replaces());
        Files.write(replaced, one.bytes());
        switch (one.foundBy()) {
            case OPEN -> assertRefused(one, OpenOptions.DEFAULT);
            case DATA -> {
                Database.open(directory).close();
                assertRefused(one, OpenOptions.DEFAULT.withCheck(Check.OPENING));
                boolean isPackedScores = one.replaces().matches("layer-\\d+\\.granary");
                assertThrows(one.error(), () -> {
                    if (isPackedScores) {
                        assertSameScores(one);
                    } else {
                        readValues(one);
                    }
                });
                if (one.replaces().contains("compressed")
                        && one.reason().contains("turned")) { // not forged, only damaged
                    assertScoresThatAreNotStoredAreGiven(one);
                }
            }
            case DIGEST -> {
                Database.open(directory, OpenOptions.DEFAULT.withCheck(Check.OPENING))
                        .close();
                Manifest manifest = new Listing(directory).manifest();
                assertFalse(lists(manifest, FileDigest.of(one.bytes())), "the digest tells");
                byte[] original =
                        Files.readAllBytes(ROOT.resolve(one.original()).resolve(one.replaces()));
                assertTrue(lists(manifest, FileDigest.of(original)), "the original is listed");
                if (one.replaces().contains("compressed")) {
                    assertSameScores(one);
                }
            }
            case NOTHING -> assertSameScores(one);
        }
    }

    private void assertRefused(HostileFiles.Case one, OpenOptions options) {
        DatabaseException refusal = assertThrows(
                one.error(), () -> Database.open(directory, options).close());
        assertTrue(refusal.getMessage().matches("[ -~]*"), "nothing unprintable in the message");
        assertTrue(refusal.where().startsWith(directory.toString()), refusal::getMessage);
    }

    private static boolean lists(Manifest manifest, String digest) {
        return Stream.of(FileKind.values())
                .flatMap(kind -> manifest.files(kind).values().stream())
                .anyMatch(entry -> entry.digest().equals(digest));
    }

    /** A score that is not stored takes nothing of its own file, and is refused only where one that it takes is. */
    private void assertScoresThatAreNotStoredAreGiven(HostileFiles.Case one) {
        try (Database original = Database.open(ROOT.resolve(one.original()));
                Database database = Database.open(directory)) {
            Game game = database.game();
            int layer = layer(one);
            int[] board = new int[((Awari) game).cells()];
            int given = 0;
            for (long rank = 0; rank < game.size(layer); rank++) {
                game.unrank(layer, rank, board);
                boolean isNeeded = Inputs.isStored(board);
                boolean[] refused = {isNeeded};
                game.moves(board, (move, captured, successor) -> {
                    try {
                        database.score(successor);
                    } catch (DatabaseException e) {
                        refused[0] = true;
                    }
                });
                if (!refused[0]) {
                    assertEquals(original.score(board), database.score(board));
                    given++;
                }
            }
            assertTrue(given > 0);
        }
    }

    /** Reads what the file holds, from its first block on. */
    private void readValues(HostileFiles.Case one) {
        try (Database database = Database.open(directory)) {
            int layer = layer(one);
            LayerTable table = one.replaces().contains("distances")
                    ? database.distances(layer)
                    : one.replaces().contains("bounds") ? database.pairs(layer) : database.table(layer);
            int[] values = new int[(int) database.game().size(layer)];
            table.values(0, values.length, values, 0);
        }
    }

    private static int layer(HostileFiles.Case one) {
        return Integer.parseInt(one.replaces().substring("layer-".length(), "layer-000".length()));
    }

    private void assertSameScores(HostileFiles.Case one) {
        try (Database original = Database.open(ROOT.resolve(one.original()));
                Database database = Database.open(directory)) {
            for (int layer : database.layers()) {
                for (long rank = 0; rank < database.game().size(layer); rank++) {
                    assertEquals(
                            original.table(layer).value(rank),
                            database.table(layer).value(rank));
                }
            }
        }
    }
}
