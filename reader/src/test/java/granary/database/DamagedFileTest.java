package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.error.ReadFaultException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.SignedManifest;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Database#open} refuses damaged and foreign files, and reports missing ones. */
class DamagedFileTest {
    private static final int TOP = 2;
    private static final Game GAME = new Awari(3, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    private Path manifest;
    private Path topFile;
    private byte[] intact;

    @BeforeEach
    void write() throws IOException {
        TestDatabase.write(directory, GAME, TOP);
        manifest = directory.resolve(Manifest.FILE_NAME);
        topFile = directory.resolve(Manifest.fileName(TOP));
        intact = Files.readAllBytes(topFile);
        Database.open(directory).close();
    }

    /** Opening the database refuses a file with some words. */
    private DatabaseException assertRefused(Class<? extends DatabaseException> type, Path path, String words) {
        DatabaseException refusal =
                assertThrows(type, () -> Database.open(directory).close());
        assertEquals(path.toString(), refusal.where());
        assertTrue(refusal.getMessage().startsWith(path.toString()), refusal::getMessage);
        assertTrue(refusal.getMessage().contains(words), refusal::getMessage);
        return refusal;
    }

    @Test
    void everyTruncationFailsAtOpen() throws IOException {
        try (FileChannel channel = FileChannel.open(topFile, StandardOpenOption.WRITE)) {
            for (int length = intact.length - 1; length >= 0; length--) {
                channel.truncate(length);
                assertRefused(DamagedFileException.class, topFile, "");
            }
        }
    }

    @Test
    void anExtendedFileFailsAtOpen() throws IOException {
        for (int more : new int[] {1, 8, 4096}) {
            Files.write(topFile, Arrays.copyOf(intact, intact.length + more));
            assertEquals(
                    intact.length,
                    assertRefused(DamagedFileException.class, topFile, "appended")
                            .offset());
        }
    }

    @Test
    void theMessageNamesPathOffsetExpectedActualAndLikelyCause() throws IOException {
        Files.write(topFile, Arrays.copyOf(intact, 4100));
        DatabaseException refusal = assertRefused(DamagedFileException.class, topFile, "");
        assertEquals(4100, refusal.offset());
        assertEquals(
                topFile + ", byte 4100: expected " + intact.length
                        + " bytes, found 4100 bytes (truncated copy, or a full disk; copy the file again or run"
                        + " granary repair)",
                refusal.getMessage());
    }

    @Test
    void aFileOfOtherRulesIsRefused() throws IOException {
        Files.write(topFile, TestDatabase.layerFile(new Awari(3, RuleSet.STRICT), TOP, FileDigest.NONE));
        assertRefused(
                DamagedFileException.class,
                topFile,
                "expected awari pits=3 rules=olympiad, layer 2, scores, found awari pits=3 rules=strict, layer 2, scores");
    }

    @Test
    void filesOfDifferentBuildsAreToldApartAndBothNamed() throws IOException {
        Files.write(topFile, TestDatabase.layerFile(GAME, TOP, "ab".repeat(32)));
        String parent = FileDigest.of(Files.readAllBytes(directory.resolve(Manifest.fileName(TOP - 1))));
        assertRefused(
                DamagedFileException.class,
                topFile,
                "expected to be built on layer-001.granary with the digest " + parent
                        + ", found layer-001.granary with the digest " + "ab".repeat(32));
    }

    @Test
    void aLayerZeroThatWasBuiltOnAnotherLayerIsRefused() throws IOException {
        Path file = directory.resolve(Manifest.fileName(0));
        Files.write(file, TestDatabase.layerFile(GAME, 0, "ab".repeat(32)));
        assertRefused(
                DamagedFileException.class,
                file,
                "expected nothing below layer 0, found a file with the digest " + "ab".repeat(32));
    }

    @Test
    void otherLayersAreReadBesideAMissingOne() throws IOException {
        Path file = directory.resolve(Manifest.fileName(TOP - 1));
        Files.delete(file);
        try (Database database = Database.open(directory)) {
            assertEquals(Set.of(TOP - 1), database.missingLayers());
            assertFalse(database.layers().contains(TOP - 1));
            assertEquals(TestDatabase.score(GAME, TOP, 0), database.table(TOP).value(0));
            MissingLayerException missing = assertThrows(MissingLayerException.class, () -> database.table(TOP - 1));
            assertEquals(TOP - 1, missing.layer());
            assertTrue(
                    missing.getMessage().contains(file.getFileName() + ": the file is missing"), missing::getMessage);
        }
    }

    @Test
    void aMissingManifestIsNamed() throws IOException {
        Files.delete(manifest);
        assertRefused(UnsupportedDatabaseException.class, manifest, "none in the directory");
    }

    @Test
    void aMissingDirectoryIsNamed() {
        Path nowhere = directory.resolve("nowhere");
        var refusal = assertThrows(
                UnsupportedDatabaseException.class, () -> Database.open(nowhere).close());
        assertTrue(refusal.getMessage().contains("no such directory"), refusal::getMessage);
        var file = assertThrows(
                UnsupportedDatabaseException.class, () -> Database.open(topFile).close());
        assertTrue(file.getMessage().contains("a file, not a directory"), file::getMessage);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Files.delete(topFile);
        Files.createDirectory(topFile);
        assertRefused(ReadFaultException.class, topFile, "");
    }

    @Test
    void manifestOfUnknownGameIsRefusedWithTheMissingJar() throws IOException {
        Files.write(manifest, SignedManifest.of("granary 4", "game tiddlywinks"));
        assertRefused(UnsupportedDatabaseException.class, manifest, "the jar of the game tiddlywinks");
        Files.write(manifest, SignedManifest.of("granary 4", "game chomp"));
        assertRefused(UnsupportedDatabaseException.class, manifest, "granary-games");
    }

    @ParameterizedTest
    @EnumSource(names = {"SCORES", "DISTANCES"})
    void aLinkToItselfIsAnErrorAndNoFileThatIsMissing(FileKind kind) throws IOException {
        TestDatabase.addDistances(directory, GAME, 7, TOP);
        Path file = directory.resolve(kind.fileName(TOP));
        Files.delete(file);
        Files.createSymbolicLink(file, file.getFileName());
        assertRefused(ReadFaultException.class, file, "");
    }

    @Test
    void anEmptyDatabaseOpensAndHoldsNothing() throws IOException {
        Files.write(manifest, Manifest.empty("awari", GAME.parameters()).toBytes());
        try (Database database = Database.open(directory)) {
            assertTrue(database.layers().isEmpty());
        }
    }
}
