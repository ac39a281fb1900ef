package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.compress.CompressedFiles;
import granary.builder.testing.Databases;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.testing.BitFlip;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A layer's file is copied unless it is there, and listed when it is. */
@Isolated
class LayerCopyTest {
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 4;

    @TempDir
    private Path temporary;

    private Listing source;
    private Path target;

    @BeforeEach
    void build() throws IOException {
        Path packed = temporary.resolve("packed");
        Databases.buildWithDistances(packed, GAME, TOP);
        source = new Listing(packed);
        target = temporary.resolve("target");
    }

    private long copy(FileKind kind, int layer) throws IOException {
        try (DatabaseDirectory to = new DatabaseDirectory(target, GAME)) {
            long read = new LayerCopy(source, to, 2, Monitor.SILENT).copy(kind, layer);
            assertEquals(source.manifest().entry(kind, layer), to.entry(kind, layer));
            assertArrayEquals(
                    Files.readAllBytes(Path.of(source.where(kind, layer))), Files.readAllBytes(to.path(kind, layer)));
            return read;
        }
    }

    private long length(FileKind kind, int layer) {
        return source.manifest().entry(kind, layer).length();
    }

    @Test
    void listedFileIsNotCopied() throws IOException {
        for (FileKind kind : List.of(FileKind.SCORES, FileKind.DISTANCES)) {
            for (int layer = 0; layer <= TOP; layer++) {
                assertEquals(length(kind, layer), copy(kind, layer));
                assertEquals(0, copy(kind, layer));
            }
        }
    }

    /** The layer may have been built since. */
    @Test
    void partialCopyOfAListedFileIsRemoved() throws IOException {
        copy(FileKind.SCORES, 2);
        Path begun = Files.createFile(target.resolve(Manifest.fileName(2) + ".fetched"));
        assertEquals(0, copy(FileKind.SCORES, 2));
        assertFalse(Files.exists(begun));
    }

    @Test
    void missingOrTruncatedListedFileIsCopiedAgain() throws IOException {
        copy(FileKind.SCORES, 2);
        Path file = target.resolve(Manifest.fileName(2));
        Files.delete(file);
        assertEquals(length(FileKind.SCORES, 2), copy(FileKind.SCORES, 2));
        Files.write(file, new byte[5000]);
        assertEquals(length(FileKind.SCORES, 2), copy(FileKind.SCORES, 2));
    }

    /** A process may be killed before it lists the file. */
    @Test
    void wholeUnlistedFileIsListedAndNotCopied() throws IOException {
        copy(FileKind.SCORES, 1);
        Files.copy(Path.of(source.where(FileKind.SCORES, 2)), target.resolve(Manifest.fileName(2)));
        assertEquals(0, copy(FileKind.SCORES, 2));
    }

    /** Of the listed length, with one wrong bit, or whole with one other score. */
    @Test
    void otherUnlistedFileIsReplaced() throws IOException {
        copy(FileKind.SCORES, 1);
        Path file = target.resolve(Manifest.fileName(2));
        Files.copy(Path.of(source.where(FileKind.SCORES, 2)), file);
        BitFlip.flip(file, Byte.SIZE * (LayerHeader.LENGTH + 1L));
        assertEquals(length(FileKind.SCORES, 2), copy(FileKind.SCORES, 2));
        Path other = temporary.resolve("other");
        Databases.build(other, GAME, 2, 1);
        short[] scores = Databases.values(Path.of(source.source().where("")), FileKind.SCORES, 3);
        scores[0] = (short) (scores[0] == 1 ? -1 : 1);
        Databases.publish(other, GAME, FileKind.SCORES, 3, scores);
        Files.copy(other.resolve(Manifest.fileName(3)), target.resolve(Manifest.fileName(3)));
        assertEquals(length(FileKind.SCORES, 3), copy(FileKind.SCORES, 3));
    }

    @Test
    void fileOfAnotherBuildIsNotReplaced() throws IOException {
        Path other = temporary.resolve("other");
        Databases.build(other, GAME, TOP, 1);
        try (DatabaseDirectory to = new DatabaseDirectory(other, GAME)) {
            to.adopt(FileKind.SCORES, 2, new Manifest.Entry(length(FileKind.SCORES, 2), FileDigest.of(new byte[1])));
            LayerCopy copy = new LayerCopy(source, to, 1, Monitor.SILENT);
            String message = assertThrows(CheckFailedException.class, () -> copy.copy(FileKind.SCORES, 2))
                    .getMessage();
            assertTrue(message.contains(" is not a copy of " + source.where(FileKind.SCORES, 2)), message);
        }
    }

    @Test
    void compressedLayersAreCopied() throws IOException {
        Path compressed = temporary.resolve("compressed");
        CompressedFiles.compressAll(Path.of(source.source().where("")), compressed, GAME);
        source = new Listing(compressed);
        assertTrue(source.manifest().files(FileKind.COMPRESSED).containsKey(TOP));
        for (int layer = 0; layer <= TOP; layer++) {
            FileKind kind = source.manifest().scoresKind(layer);
            assertEquals(length(kind, layer), copy(kind, layer));
            assertEquals(0, copy(kind, layer));
        }
    }

    /** Otherwise the next builder would take what is there for layers of a database that has lost its manifest. */
    @Test
    void failedCopyLeavesAManifest() throws IOException {
        BitFlip.flip(Path.of(source.where(FileKind.SCORES, 2)), Byte.SIZE * (LayerHeader.LENGTH + 1L));
        assertThrows(DamagedFileException.class, () -> copy(FileKind.SCORES, 2));
        assertTrue(Files.exists(target.resolve(Manifest.FILE_NAME)));
    }

    @Test
    void copiedSegmentsOfAPackedLayerAreKept() throws IOException {
        Awari large = new Awari(6, RuleSet.OLYMPIAD);
        int layer = 14;
        Path made = Files.createDirectory(temporary.resolve("large"));
        TestDatabase.writeLayers(made, large, layer);
        Files.createDirectory(target);
        Path file = made.resolve(Manifest.fileName(layer));
        Files.copy(file, target.resolve(Manifest.fileName(layer) + ".fetched"));
        try (DatabaseDirectory to = new DatabaseDirectory(target, large)) {
            long read = new LayerCopy(new Listing(made), to, 2, Monitor.SILENT).copy(FileKind.SCORES, layer);
            assertEquals(Files.size(file) - 2L * FileDigest.SEGMENT, read);
        }
    }

    /** A disk that says that it is full has room for what is there. */
    @Test
    void onlyMissingFilesNeedRoom() throws IOException {
        FaultyDisk disk = new FaultyDisk();
        DiskProcess process = disk.start(Fault.NONE);
        disk.sayFull(true);
        try (DatabaseDirectory to = new DatabaseDirectory(process.path("/db"), GAME)) {
            LayerCopy copy = new LayerCopy(source, to, 1, Monitor.SILENT);
            copy.requireRoom(List.of());
            for (int layer = 0; layer <= TOP; layer++) {
                List<Integer> layers = List.of(layer);
                assertThrows(CheckFailedException.class, () -> copy.requireRoom(layers));
                copy.copy(FileKind.SCORES, layer);
                assertThrows(CheckFailedException.class, () -> copy.requireRoom(layers));
                copy.copy(FileKind.DISTANCES, layer);
                copy.requireRoom(layers);
            }
            copy.requireRoom(List.of(0, 1, 2, 3, TOP));
            disk.put("/db/" + Manifest.fileName(3), new byte[100]);
            copy.requireRoom(List.of(0, 1, 2, TOP));
            assertThrows(CheckFailedException.class, () -> copy.requireRoom(List.of(2, 3)));
        }
    }
}
