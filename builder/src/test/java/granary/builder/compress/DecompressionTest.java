package granary.builder.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.database.Database;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases of 3 pits a side, whose layer {@value #TOP} has three parts and becomes smaller. */
class DecompressionTest {
    private static final Awari GAME = new Awari(3, RuleSet.STRICT);
    private static final int TOP = 30;

    @TempDir
    private static Path shared;

    @TempDir
    private Path own;

    private static Path packed;
    private static Path small;

    @BeforeAll
    static void build() throws IOException {
        packed = shared.resolve("packed");
        Databases.build(packed, GAME, TOP, new SweepSolver(GAME, 2, KernelChoice.automatic()));
        small = shared.resolve("small");
        try (Database database = Database.open(packed);
                DatabaseDirectory to = new DatabaseDirectory(small, GAME)) {
            new Compression(database.listing(), to, CompressedHeader.LOWEST, 2, Monitor.SILENT).run(database.layers());
        }
        assertTrue(new Listing(small).manifest().files(FileKind.COMPRESSED).containsKey(TOP));
    }

    private static void decompress(Path from, Path directory, int top) throws IOException {
        try (Database compressed = Database.open(from);
                DatabaseDirectory to = new DatabaseDirectory(directory, GAME)) {
            int threads = Decompression.require(compressed, compressed.layers().headSet(top + 1), to, 2);
            new Decompression(compressed, to, threads, Monitor.SILENT)
                    .run(compressed.layers().headSet(top + 1));
        }
    }

    /** A byte of a layer that was decompressed before is altered, or much of it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50_000})
    void aDamagedLayerThatWasDecompressedBeforeIsBlamed(int altered) throws IOException {
        Path again = own.resolve("again");
        decompress(small, again, TOP - 1);
        Path file = again.resolve(FileKind.SCORES.fileName(TOP - 1));
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < altered; i++) {
            bytes[bytes.length / 2 + i] ^= 1;
        }
        Files.write(file, bytes);
        Map<String, String> before = Databases.contents(again);
        for (int attempt = 0; attempt < 2; attempt++) {
            Exception thrown = assertThrows(DatabaseException.class, () -> decompress(small, again, TOP));
            assertTrue(thrown.getMessage().startsWith(file.toString()), thrown::getMessage);
            assertEquals(before, Databases.contents(again));
        }
        Files.copy(packed.resolve(file.getFileName()), file, StandardCopyOption.REPLACE_EXISTING);
        decompress(small, again, TOP);
        assertEquals(Databases.contents(packed), Databases.contents(again));
    }

    @Test
    void aDamagedCopyOfDistancesIsBlamed() throws IOException {
        Path whole = own.resolve("whole");
        Databases.buildWithDistances(whole, GAME, 4);
        Path again = own.resolve("again");
        decompress(whole, again, 4);
        Path file = again.resolve(FileKind.DISTANCES.fileName(0));
        byte[] bytes = Files.readAllBytes(file);
        bytes[3534] ^= 1;
        Files.write(file, bytes);
        Exception thrown = assertThrows(DatabaseException.class, () -> decompress(whole, again, 4));
        assertTrue(thrown.getMessage().startsWith(file.toString()), thrown::getMessage);
    }

    @Test
    void nothingIsDecompressedWhereALayerBelowIsMissing() throws IOException {
        int missing = TOP - 1;
        Path gap = own.resolve("gap");
        Uninterrupted.copy(small, Files.createDirectory(gap));
        Manifest manifest =
                new Listing(gap).manifest().without(FileKind.SCORES, missing).without(FileKind.COMPRESSED, missing);
        Files.write(gap.resolve(Manifest.FILE_NAME), manifest.toBytes());
        Path again = own.resolve("again");
        MissingLayerException thrown = assertThrows(MissingLayerException.class, () -> decompress(gap, again, TOP));
        assertEquals(missing, thrown.layer());
        assertFalse(Files.exists(again.resolve(Manifest.FILE_NAME)));
    }
}
