package granary.builder.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.builder.file.ReservedFile;
import granary.builder.file.SparseFiles;
import granary.database.Database;
import granary.database.LayerFile;
import granary.format.Codec;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import granary.game.Game;
import granary.testing.SparseLayer;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** Files of more than 8 GiB. */
class LargeFileTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    /** 13,340,783,196 positions in 9.7 GiB. */
    private static final int LAYER = 35;

    @TempDir
    private Path directory;

    @Test
    void rowsAreDecodedBeyondEveryPowerOfTwo() throws IOException {
        SparseLayer.write(directory, GAME, LAYER);
        byte[] row = new byte[SparseLayer.WINDOW + RowDecoder.SLACK];
        int[] places =
                IntStream.range(0, SparseLayer.WINDOW / 3).map(i -> 3 * i).toArray();
        try (LayerFiles files = new LayerFiles(directory)) {
            RowDecoder packed = files.scores(LAYER).rows(Quantity.SCORE);
            for (long start : SparseLayer.windows(GAME, LAYER)) {
                int skip = packed.decode(start + 1, SparseLayer.WINDOW - 1, row);
                for (int i = 1; i < SparseLayer.WINDOW; i++) {
                    assertEquals(TestDatabase.score(GAME, LAYER, start + i), row[skip + i - 1]);
                }
                packed.decode(start, places, 0, places.length, row);
                for (int i = 0; i < places.length; i++) {
                    assertEquals(TestDatabase.score(GAME, LAYER, start + places[i]), row[i]);
                }
            }
        }
    }

    @Test
    void mappedFileKeepsValuesAcrossEveryPowerOfTwo() throws IOException {
        Path path = directory.resolve("file");
        long length = (1L << 33) + 4321;
        try (ReservedFile file = SparseFiles.create(path, length)) {
            for (int bits = 30; bits <= 33; bits++) {
                file.segment().set(JAVA_LONG_UNALIGNED, (1L << bits) - 4, 0x0123456789abcdefL + bits);
            }
            file.segment().set(JAVA_BYTE, length - 1, (byte) 77);
            file.finish();
        }
        assertEquals(length, Files.size(path));
        try (FileChannel file = FileChannel.open(path);
                Arena arena = Arena.ofConfined()) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
            for (int bits = 30; bits <= 33; bits++) {
                assertEquals(0x0123456789abcdefL + bits, mapped.get(JAVA_LONG_UNALIGNED, (1L << bits) - 4));
            }
            assertEquals(77, mapped.get(JAVA_BYTE, length - 1));
        }
    }

    /** Takes 10 GiB of a real disk, not of a file system in memory, and a minute. */
    @Test
    @EnabledIfSystemProperty(named = "granary.large", matches = "true")
    void wholeLayerIsWrittenCheckedAndLookedUp(@TempDir(factory = TempDirFactory.Standard.class) Path disk)
            throws IOException {
        LayerHeader header = LayerFile.header(FileKind.SCORES, GAME, LAYER, 0, FileDigest.NONE);
        Packing packing = header.packing();
        int range = packing.wholeBytes() << 14;
        WorkerPool pool = new WorkerPool(20, Monitor.SILENT);
        Manifest.Entry entry;
        try (LayerWriter writer = new LayerWriter(new Disk(), disk, header)) {
            Codec codec = new Codec(packing);
            AtomicLong written = new AtomicLong();
            pool.forRange(header.positions(), range, (from, to) -> {
                short[] digits = new short[(int) (to - from)];
                for (int i = 0; i < digits.length; i++) {
                    digits[i] = (short) (TestDatabase.score(GAME, LAYER, from + i) - header.minimum());
                }
                byte[] packed = new byte[(int) packing.groupBytes(digits.length) + Long.BYTES];
                int length = codec.pack(digits, digits.length, packed);
                writer.writePacked(from / packing.digits(), packed, length);
                written.addAndGet(to - from);
            });
            assertEquals(header.positions(), written.get());
            entry = writer.finish();
        }
        Path path = disk.resolve(Manifest.fileName(LAYER));
        FileReport report = FileReport.of(path.getParent(), GAME, FileKind.SCORES, LAYER, pool);
        assertEquals(List.of(), report.damages());
        assertEquals(entry, report.entry());
        Manifest manifest = Manifest.empty(GAME.type().id(), GAME.parameters()).with(FileKind.SCORES, LAYER, entry);
        Files.write(disk.resolve(Manifest.FILE_NAME), manifest.toBytes());
        try (Database database = Database.open(disk)) {
            for (long start : SparseLayer.windows(GAME, LAYER)) {
                for (int i = 0; i < SparseLayer.WINDOW; i++) {
                    assertEquals(
                            TestDatabase.score(GAME, LAYER, start + i),
                            database.table(LAYER).value(start + i));
                }
            }
        }
    }
}
