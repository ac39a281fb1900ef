package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.testing.Databases;
import granary.builder.verify.Verification;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.error.ReadFaultException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.testing.BitFlip;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LayerFilesTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int TOP = 7;

    @TempDir
    private Path directory;

    @BeforeEach
    void copy() throws IOException {
        Databases.buildWithDistances(directory, GAME, TOP);
    }

    private Path path(int layer) {
        return directory.resolve(FileKind.SCORES.fileName(layer));
    }

    /** Returns the files of the directory that this process has mapped. */
    private List<String> mapped() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains(directory.toString()))
                .map(line -> line.substring(line.lastIndexOf('/') + 1))
                .toList();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fileIsMappedOnFirstUseAndUnmappedOnClose() throws IOException {
        try (LayerFiles files = new LayerFiles(directory)) {
            assertTrue(files.has(FileKind.DISTANCES, TOP));
            files.digest(TOP);
            assertEquals(List.of(), mapped());
            PackedLayer scores = files.scores(TOP);
            scores.rows(Quantity.SCORE).decode(0, 100, new byte[100 + RowDecoder.SLACK]);
            scores.table().value(99);
            assertSame(scores, files.scores(TOP));
            assertEquals(List.of("layer-007.granary"), mapped());
            files.packed(FileKind.DISTANCES, TOP);
            assertEquals(2, mapped().size());
            files.mapTo(TOP);
            assertEquals(2 * (TOP + 1), mapped().size());
        }
        assertEquals(List.of(), mapped());
    }

    @Test
    void unlistedOrAbsentFileIsMissing() throws IOException {
        try (LayerFiles files = new LayerFiles(directory)) {
            MissingLayerException missing = assertThrows(MissingLayerException.class, () -> files.scores(TOP + 1));
            assertEquals(TOP + 1, missing.layer());
            String distances = assertThrows(
                            MissingLayerException.class, () -> files.packed(FileKind.DISTANCES, TOP + 1))
                    .getMessage();
            assertTrue(distances.contains("distances of "), distances);
            String digest = assertThrows(MissingLayerException.class, () -> files.digest(TOP + 1))
                    .getMessage();
            assertFalse(digest.contains("distances of "), digest);
            assertFalse(files.has(FileKind.DISTANCES, TOP + 1));
            Files.delete(path(3));
            Files.delete(directory.resolve(FileKind.DISTANCES.fileName(4)));
            assertThrows(MissingLayerException.class, () -> files.scores(3));
            assertFalse(files.has(FileKind.DISTANCES, 4));
        }
    }

    @Test
    void otherFileThanTheListedOneIsRefused() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path(4).toFile(), "rw")) {
            file.setLength(file.length() + 1);
        }
        Path other = Files.createDirectory(directory.resolve("other"));
        TestDatabase.write(other, GAME, TOP);
        Files.copy(other.resolve(FileKind.SCORES.fileName(5)), path(5), StandardCopyOption.REPLACE_EXISTING);
        try (LayerFiles files = new LayerFiles(directory)) {
            assertThrows(DamagedFileException.class, () -> files.scores(4));
            assertThrows(DamagedFileException.class, () -> files.mapTo(TOP));
            assertThrows(DamagedFileException.class, () -> files.scores(5));
        }
    }

    /** Its header may be that of another file, too. */
    @Test
    void fileOfAnotherLengthIsRefused() throws IOException {
        Manifest manifest = new Listing(directory).manifest();
        Manifest.Entry entry = manifest.entry(FileKind.SCORES, TOP);
        Manifest other = manifest.with(FileKind.SCORES, TOP, new Manifest.Entry(entry.length() + 1, entry.digest()));
        Files.write(directory.resolve(Manifest.FILE_NAME), other.toBytes());
        try (LayerFiles files = new LayerFiles(directory)) {
            assertThrows(DamagedFileException.class, () -> files.scores(TOP));
            assertEquals(other.allFiles(), files.listing().manifest().allFiles());
        }
    }

    @Test
    void damagedChunkIsFoundUnlessChecksAreOff() throws IOException {
        BitFlip.flip(path(TOP), Byte.SIZE * (LayerHeader.LENGTH + 1L));
        try (LayerFiles files = new LayerFiles(directory);
                LayerFiles believed = new LayerFiles(new Listing(directory), GAME, false)) {
            assertThrows(
                    DamagedFileException.class, () -> files.scores(TOP).table().value(99));
            believed.scores(TOP).table().value(99);
        }
    }

    @Test
    void unreadablePageIsAFaultOfItsFile() throws IOException {
        try (LayerFiles files = new LayerFiles(directory)) {
            LayerTable table = files.scores(TOP).table();
            int score = table.value(GAME.size(TOP) - 1);
            assertTrue(Math.abs(score) <= TOP);
            try (RandomAccessFile file = new RandomAccessFile(path(TOP).toFile(), "rw")) {
                file.setLength(1);
            }
            InternalError error = assertThrows(
                    InternalError.class,
                    () -> new WorkerPool(2, Monitor.SILENT)
                            .run(2, (worker, number) -> table.value(GAME.size(TOP) - 1 - number)));
            ReadFaultException fault = LayerFiles.fault(files.listing(), error);
            assertEquals(path(TOP).toString(), fault.where());
        }
    }

    @Test
    void fileTruncatedDuringVerificationIsNamed() {
        try (LayerFiles files = new LayerFiles(directory)) {
            Monitor truncating = new Monitor() {
                @Override
                public void check() {
                    try (RandomAccessFile file = new RandomAccessFile(path(TOP).toFile(), "rw")) {
                        file.setLength(1);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
            files.mapTo(TOP);
            Verification verification = new Verification(files, 1, truncating);
            List<String> errors = new ArrayList<>();
            ReadFaultException fault =
                    assertThrows(ReadFaultException.class, () -> verification.positions(TOP, errors));
            assertEquals(path(TOP).toString(), fault.where());
        }
    }
}
