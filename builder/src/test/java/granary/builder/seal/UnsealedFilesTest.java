package granary.builder.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.account.LayerSizes;
import granary.builder.database.BuildListener;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.format.FileKind;
import granary.testing.SolvedDatabase;
import granary.testing.sealed.SealedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsealedFilesTest {
    private static final int SEALED = SolvedDatabase.TOP;

    /** The layer that is sealed of a smaller database. */
    private static final int SMALL = 3;

    @TempDir
    private Path sealed;

    @TempDir
    private Path scratch;

    /** As many layers as fit in 4 GiB, and one more. */
    @Test
    void layersThatTakeMuchAreUnsealedOnlyWhereTheUserSays() throws IOException {
        SealedLayers.seal(SolvedDatabase.copyTo(sealed), 4, SEALED);
        try (Database database = Database.open(sealed)) {
            LayerSizes sizes = new LayerSizes(database.game());
            int most = IntStream.rangeClosed(0, 48)
                    .filter(top -> sizes.scores(0, top + 1) > 4L << 30)
                    .findFirst()
                    .orElseThrow();
            assertUnsealed(database, null, most);
            try (UnsealedFiles files = new UnsealedFiles(database, null, 1, BuildListener.SILENT)) {
                InvalidRequestException refused =
                        assertThrows(InvalidRequestException.class, () -> files.upTo(most + 1));
                assertTrue(refused.getMessage().contains("--scratch DIR"), refused::getMessage);
            }
            assertUnsealed(database, scratch, most + 1);
        }
        try (Stream<Path> left = Files.list(scratch)) {
            assertEquals(0, left.count());
        }
    }

    /** The files that a run makes of the unsealed layers are on the disk together with these. */
    @Test
    void aDiskHasRoomForTheUnsealedLayersAndWhatIsMadeOfThem() throws IOException {
        try (Database database = smallDatabase();
                UnsealedFiles files = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT)) {
            CheckFailedException full =
                    assertThrows(CheckFailedException.class, () -> files.listing(SMALL, 1e18, sealed));
            assertTrue(
                    full.getMessage().startsWith("unsealing, with the files that are made meanwhile, needs "),
                    full::getMessage);
            assertTrue(files.listing(SMALL, 1e18, null).has(FileKind.SCORES, SMALL));
            files.done();
        }
    }

    @Test
    void packedLayersAreReadWhereTheyLie() throws IOException {
        try (Database database = smallDatabase();
                UnsealedFiles files = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT)) {
            assertTrue(files.isSealed(SMALL));
            assertFalse(files.isSealed(SMALL - 1));
            assertSame(database, files.database(SMALL - 1));
            assertSame(database.listing(), files.listing(SMALL - 1));
        }
        assertEquals(List.of(), names());
    }

    @Test
    void aDatabaseOfUnsealedLayersIsOpenUntilTheWorkEnds() throws IOException {
        try (Database database = smallDatabase()) {
            Database packed;
            try (UnsealedFiles files = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT)) {
                packed = files.database(SMALL);
                assertTrue(packed.listing().manifest().files(FileKind.SCORES).containsKey(SMALL));
                for (long offset = 0; offset < database.game().size(SMALL); offset++) {
                    assertEquals(
                            database.table(SMALL).value(offset),
                            packed.table(SMALL).value(offset));
                }
                files.done();
            }
            assertThrows(IllegalStateException.class, () -> packed.table(SMALL));
        }
        assertEquals(List.of(), names());
    }

    @Test
    void runsAtTheSameTimeHaveDirectoriesOfTheirOwn() throws IOException {
        try (Database database = smallDatabase();
                UnsealedFiles first = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT);
                UnsealedFiles second = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT);
                UnsealedFiles third = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT)) {
            List<String> expected = new ArrayList<>();
            String name = "granary-unsealed-layers-"
                    + database.listing()
                            .manifest()
                            .entry(FileKind.SEALED, SMALL)
                            .digest()
                            .substring(0, 12);
            for (UnsealedFiles files : List.of(first, second, third)) {
                files.upTo(SMALL).close();
                expected.add(expected.isEmpty() ? name : name + "-" + (expected.size() + 1));
                assertEquals(expected, names());
            }
            for (UnsealedFiles files : List.of(first, second, third)) {
                files.done();
            }
        }
        assertEquals(List.of(), names());
    }

    /** As many threads as wanted where nothing is to be done, and fewer where the heap is too small for their tables. */
    @Test
    void unsealingTakesTheThreadsWhoseTablesFitInTheHeap() throws IOException {
        int most = (int) (Runtime.getRuntime().maxMemory() >> 20); // each needs more than a mebibyte
        try (Database database = smallDatabase();
                DatabaseDirectory to = new DatabaseDirectory(scratch.resolve("again"), database.game())) {
            int threads = Unsealing.require(database, database.layers(), to, most);
            assertTrue(threads > 0 && threads < most, () -> threads + " threads");
            new Unsealing(database, to, 1, BuildListener.SILENT).run(database.layers());
            assertEquals(most, Unsealing.require(database, database.layers(), to, most));
        }
        assertEquals(0, Unsealing.tableBytes(new Awari(7, RuleSet.STRICT), 5, 2));
    }

    private Database smallDatabase() throws IOException {
        SolvedDatabase.write(sealed, new Awari(6, RuleSet.STRICT), SMALL);
        SealedLayers.seal(sealed, 4, SMALL);
        return Database.open(sealed);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(scratch)) {
            return all.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static void assertUnsealed(Database database, Path scratch, int top) throws IOException {
        try (UnsealedFiles files = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT);
                LayerFiles packed = files.upTo(top)) {
            assertEquals(database.scoresDigest(SEALED), packed.digest(SEALED));
            files.done();
        }
    }
}
