package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.seal.SmallLayers;
import granary.builder.testing.Databases;
import granary.database.DatabaseFiles;
import granary.error.ChecksumException;
import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
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

/** What a directory is to hold is told by its manifest, or by the names and headers of its layers. */
class InventoryTest {
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

    private void seal() throws IOException {
        SmallLayers.seal(directory, temporary.resolve("sealed"), GAME);
    }

    private Path copySealed(int layer) throws IOException {
        String name = FileKind.SEALED.fileName(layer);
        return Files.copy(temporary.resolve("sealed").resolve(name), directory.resolve(name));
    }

    private Inventory read() throws IOException {
        Inventory inventory = Inventory.of(directory);
        assertEquals(GAME.identity(), inventory.game().identity());
        assertEquals(directory, inventory.directory());
        return inventory;
    }

    private static void assertHolds(Inventory inventory, int scores, int distances, Set<Integer> sealed, int top) {
        assertEquals(Map.of(FileKind.SCORES, scores, FileKind.DISTANCES, distances), inventory.last());
        assertEquals(sealed, inventory.sealed());
        assertEquals(top, inventory.top());
    }

    private void assertRefused(String message) {
        String said = assertThrows(CheckFailedException.class, () -> Inventory.of(directory))
                .getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void aWholeManifestTellsAll() throws IOException {
        Inventory inventory = read();
        assertNull(inventory.manifestDamage());
        assertEquals(
                DatabaseFiles.readManifest(directory).allFiles(),
                inventory.manifest().allFiles());
        assertEquals(List.of(), inventory.strays());
        assertEquals(layer(3), inventory.path(FileKind.SCORES, 3));
        assertHolds(inventory, TOP, -1, Set.of(), TOP);
        Databases.buildWithDistances(directory, GAME, 3);
        assertHolds(read(), TOP, 3, Set.of(), TOP);
    }

    @Test
    void nothingThatIsNoDatabaseHasAny() throws IOException {
        assertThrows(DatabaseException.class, () -> Inventory.of(temporary.resolve("missing")));
        assertThrows(DatabaseException.class, () -> Inventory.of(layer(0)));
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        assertThrows(NotADatabaseException.class, () -> Inventory.of(empty));
        Files.delete(manifest);
        Files.createDirectory(manifest);
        assertThrows(DatabaseException.class, () -> Inventory.of(directory));
    }

    @Test
    void withoutAManifestTheHeadersTell() throws IOException {
        Databases.buildWithDistances(directory, GAME, 3);
        Files.delete(manifest);
        Inventory inventory = read();
        assertInstanceOf(NotADatabaseException.class, inventory.manifestDamage());
        assertEquals(Map.of(), inventory.manifest().allFiles());
        assertHolds(inventory, TOP, 3, Set.of(), TOP);

        Files.writeString(manifest, "damaged");
        assertInstanceOf(DatabaseException.class, read().manifestDamage());
        for (int layer = 1; layer <= TOP; layer++) {
            BitFlip.flip(layer(layer), 100); // a damaged header is of nobody else
        }
        BitFlip.flip(directory.resolve(FileKind.DISTANCES.fileName(3)), 100);
        assertHolds(read(), TOP, 3, Set.of(), TOP);
    }

    @Test
    void whereNoHeaderTellsTheGameNothingDoes() throws IOException {
        Files.delete(manifest);
        for (int layer = 0; layer <= TOP; layer++) {
            BitFlip.flip(layer(layer), 100);
        }
        assertRefused("tells which game the database is of");
        for (int layer = 0; layer <= TOP; layer++) {
            Files.delete(layer(layer));
        }
        Files.writeString(manifest, "damaged");
        assertRefused("tells which game the database is of");
    }

    @Test
    void layersOfSeveralGamesAreRefused() throws IOException {
        Path other = other(RuleSet.ABAPA);
        Files.copy(other.resolve(Manifest.fileName(TOP + 1)), layer(TOP + 1));
        assertEquals(List.of(layer(TOP + 1)), read().strays());
        Files.delete(manifest);
        assertRefused("the layers are of several databases: " + Manifest.fileName(TOP + 1) + " of ");
        Files.delete(layer(TOP + 1));
        Files.copy(other.resolve(Manifest.FILE_NAME), manifest);
        assertRefused(", and no layer beside it is: " + Manifest.fileName(0) + " of " + GAME.identity());
    }

    @Test
    void whatABuildLeftUnlistedIsToBeThereAndAStrayIsNot() throws IOException {
        Path more = other(RuleSet.OLYMPIAD);
        Path other = other(RuleSet.ABAPA);
        Files.copy(more.resolve(Manifest.fileName(TOP + 1)), layer(TOP + 1));
        Path stray = Files.copy(other.resolve(Manifest.fileName(TOP + 2)), layer(TOP + 2));
        Path asDistances = Files.copy(layer(1), directory.resolve(FileKind.DISTANCES.fileName(1)));
        Inventory inventory = read();
        assertHolds(inventory, TOP + 1, -1, Set.of(), TOP + 1);
        assertEquals(Set.of(stray, asDistances), Set.copyOf(inventory.strays()));

        Files.write(stray, new byte[0]); // its name says that it is to be built
        Files.write(asDistances, new byte[0]);
        assertHolds(read(), TOP + 2, 1, Set.of(), TOP + 2);
        assertEquals(List.of(), read().strays());

        Files.write(layer(TOP + 1), new byte[10]); // one below the last is to be built, too
        assertEquals(List.of(), read().strays());
        assertHolds(read(), TOP + 2, 1, Set.of(), TOP + 2);
    }

    /** Distances are of scores that are to be there, and what is in their place is replaced. */
    @Test
    void whereDistancesAreToBeScoresAre() throws IOException {
        Files.createFile(directory.resolve(FileKind.DISTANCES.fileName(TOP + 1)));
        assertHolds(read(), TOP + 1, TOP + 1, Set.of(), TOP + 1);
        Files.write(layer(TOP + 1), new byte[10]);
        assertHolds(read(), TOP + 1, TOP + 1, Set.of(), TOP + 1);
        assertEquals(List.of(), read().strays());
    }

    @Test
    void onlyNamesOfLayersThatTheGameHasCount() throws IOException {
        Files.createFile(layer(GAME.topLayer() + 1));
        Files.createFile(directory.resolve("layer-002.granary.bak"));
        Files.createFile(directory.resolve("layer-02.granary"));
        Files.createFile(directory.resolve("layer-0002.granary"));
        Files.createFile(directory.resolve("layer-003.other.granary"));
        Files.createFile(directory.resolve("layer-users.granary"));
        assertHolds(read(), TOP, -1, Set.of(), TOP);
        assertEquals(List.of(), read().strays());
        Files.createFile(layer(GAME.topLayer()));
        assertHolds(read(), GAME.topLayer(), -1, Set.of(), GAME.topLayer());
    }

    @Test
    void aDirectoryOfALayersNameIsRefused() throws IOException {
        Files.createDirectory(layer(TOP + 1));
        assertRefused(layer(TOP + 1) + " is not a file; move it away");
    }

    @Test
    void aSealedFileIsWantedUnlessItsScoresArePackedAndThere() throws IOException {
        seal();
        Path stray = copySealed(2);
        assertHolds(read(), TOP, -1, Set.of(), TOP);
        assertEquals(List.of(stray), read().strays());
        Files.delete(layer(2)); // it took its place, by a newer manifest
        assertHolds(read(), TOP, -1, Set.of(2), TOP);
        assertEquals(List.of(), read().strays());

        copySealed(TOP);
        Files.delete(layer(TOP));
        Manifest whole = DatabaseFiles.readManifest(directory);
        Files.write(manifest, whole.without(FileKind.SCORES, TOP).toBytes());
        assertHolds(read(), 3, -1, Set.of(2, TOP), TOP);
        Files.write(directory.resolve(FileKind.SEALED.fileName(TOP)), new byte[10]);
        assertEquals(List.of(directory.resolve(FileKind.SEALED.fileName(TOP))), read().strays());
        assertHolds(read(), 3, -1, Set.of(2), 3);
    }

    @Test
    void listedSealedLayersAreSealed() throws IOException {
        seal();
        Inventory inventory = Inventory.of(temporary.resolve("sealed"));
        assertTrue(inventory.sealed().contains(TOP));
        assertEquals(
                inventory.sealed(), inventory.manifest().files(FileKind.SEALED).keySet());
        assertEquals(TOP, inventory.top());
        assertNull(inventory.manifestDamage());

        directory = temporary.resolve("sealed");
        Manifest listed = inventory.manifest();
        for (int layer : listed.files(FileKind.SCORES).keySet()) {
            Files.delete(layer(layer));
            listed = listed.without(FileKind.SCORES, layer);
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), listed.toBytes());
        assertHolds(read(), -1, -1, inventory.sealed(), TOP);
    }

    @Test
    void anAlteredManifestIsDamaged() throws IOException {
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(manifest, bytes);
        DatabaseException damage = read().manifestDamage();
        assertInstanceOf(ChecksumException.class, damage);
        assertEquals(manifest, damage.path());
    }
}
