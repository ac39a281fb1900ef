package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.testing.Databases;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.BitFlip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifest, or the names and headers of layers, say what a directory should hold. */
class RepairTest {
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 4;

    @TempDir
    private Path temporary;

    private Path directory;
    private Path manifest;

    @BeforeEach
    void build() throws IOException {
        directory = temporary.resolve("db");
        manifest = directory.resolve(Manifest.FILE_NAME);
        Databases.build(directory, GAME, TOP, 1);
    }

    private Path layer(int layer) {
        return directory.resolve(Manifest.fileName(layer));
    }

    private Path other(RuleSet rules) throws IOException {
        Path other = temporary.resolve(rules.name());
        Databases.build(other, new Awari(2, rules), TOP + 2, 1);
        return other;
    }

    private Repair read() throws IOException {
        Repair repair = new Repair(directory);
        assertEquals(GAME.identity(), repair.game().identity());
        return repair;
    }

    private void assertRefused(String message) {
        String said = assertThrows(CheckFailedException.class, () -> new Repair(directory))
                .getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void wholeManifestNamesGameAndFiles() throws IOException {
        Repair repair = read();
        assertNull(repair.damage());
        assertEquals(
                new Listing(directory).manifest().allFiles(), repair.manifest().allFiles());
        assertEquals(Set.of(0, 1, 2, 3, TOP), repair.toRead().keySet());
        Databases.buildWithDistances(directory, GAME, 3);
        assertEquals(
                List.of(FileKind.SCORES, FileKind.DISTANCES), read().toRead().get(3));
        Files.delete(directory.resolve(FileKind.DISTANCES.fileName(3)));
        assertEquals(List.of(FileKind.SCORES), read().toRead().get(3), "distances may be left away");
        Files.delete(layer(3));
        Files.createFile(layer(TOP + 1));
        assertEquals(Set.of(0, 1, 2, 3, TOP), read().toRead().keySet(), "what is listed, and no more");
    }

    @Test
    void directoryWithoutDatabaseIsRefused() throws IOException {
        assertThrows(DatabaseException.class, () -> new Repair(temporary.resolve("missing")));
        assertThrows(DatabaseException.class, () -> new Repair(layer(0)));
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        assertThrows(UnsupportedDatabaseException.class, () -> new Repair(empty));
        Files.delete(manifest);
        Files.createDirectory(manifest);
        assertThrows(DatabaseException.class, () -> new Repair(directory));
    }

    @Test
    void headersNameTheGameWithoutAManifest() throws IOException {
        Databases.buildWithDistances(directory, GAME, 3);
        Files.delete(manifest);
        Repair repair = read();
        assertInstanceOf(UnsupportedDatabaseException.class, repair.damage());
        assertEquals(Map.of(), repair.manifest().allFiles());
        assertEquals(Set.of(0, 1, 2, 3, TOP), repair.toRead().keySet());
        assertEquals(
                Set.of(FileKind.SCORES, FileKind.DISTANCES),
                Set.copyOf(repair.toRead().get(3)));

        Files.writeString(manifest, "damaged");
        assertInstanceOf(DatabaseException.class, read().damage());
        for (int layer = 1; layer <= TOP; layer++) {
            BitFlip.flip(layer(layer), 100); // a damaged header is of nobody else
        }
        BitFlip.flip(directory.resolve(FileKind.DISTANCES.fileName(3)), 100);
        assertEquals(repair.toRead(), read().toRead());
    }

    @Test
    void databaseWithoutAnyHeaderIsRefused() throws IOException {
        Files.delete(manifest);
        for (int layer = 0; layer <= TOP; layer++) {
            BitFlip.flip(layer(layer), 100);
        }
        assertRefused("says which game the database is of");
        for (int layer = 0; layer <= TOP; layer++) {
            Files.delete(layer(layer));
        }
        Files.writeString(manifest, "damaged");
        assertRefused("says which game the database is of");
    }

    @Test
    void layersOfSeveralGamesAreRefused() throws IOException {
        Path other = other(RuleSet.ABAPA);
        Files.copy(other.resolve(Manifest.fileName(TOP + 1)), layer(TOP + 1));
        read();
        Files.delete(manifest);
        assertRefused("the layers are of several databases: " + Manifest.fileName(TOP + 1) + " of ");
        Files.delete(layer(TOP + 1));
        Files.copy(other.resolve(Manifest.FILE_NAME), manifest);
        assertRefused(", but no layer next to it is: " + Manifest.fileName(0) + " of " + GAME.identity());
    }

    @Test
    void onlyNamesOfTheGamesLayersCount() throws IOException {
        Files.createFile(layer(GAME.topLayer() + 1));
        Files.createFile(directory.resolve("layer-002.granary.bak"));
        Files.createFile(directory.resolve("layer-02.granary"));
        Files.createFile(directory.resolve("layer-0002.granary"));
        Files.createFile(directory.resolve("layer-003.other.granary"));
        Files.createFile(directory.resolve("layer-users.granary"));
        Files.delete(manifest);
        assertEquals(Set.of(0, 1, 2, 3, TOP), read().toRead().keySet());
    }

    @Test
    void alteredManifestIsDamaged() throws IOException {
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(manifest, bytes);
        DatabaseException damage = read().damage();
        assertInstanceOf(DamagedFileException.class, damage);
        assertEquals(manifest.toString(), damage.where());
    }
}
