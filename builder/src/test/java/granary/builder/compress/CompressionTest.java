package granary.builder.compress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.WorkerPool;
import granary.builder.database.BuiltDatabase;
import granary.builder.file.Disk;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.testing.Databases;
import granary.compressed.BlockDecoder;
import granary.compressed.BlockWalk;
import granary.compressed.CompressedTable;
import granary.compressed.Model;
import granary.database.Database;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.testing.AwariBoards;
import granary.testing.BitFlip;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class CompressionTest {
    private static final int RAW_OF_A_PAGE =
            (CompressedHeader.PAGE - CompressedHeader.LENGTHS_AT) / (1 + BlockWalk.BLOCK);

    private static final String DIGEST = "08f8a8befddbb1f6d7452e939aabc2e442d646fb94c3dd8624b98cc8c61a0d45";

    @TempDir
    private Path directory;

    static Stream<Arguments> boards() {
        return AwariBoards.of("2, 16", "3, 9", "4, 8", "5, 7", "6, 6", "7, 5", "8, 5");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void compressedScoresAreThePackedOnes(int pits, RuleSet rules, int top) throws IOException {
        try (BuiltDatabase built = new BuiltDatabase(new Awari(pits, rules), top)) {
            Database packed = built.database();
            for (int layer : new int[] {1, top - 1, top}) {
                byte[] file = CompressedFiles.compress(packed, layer, 2, directory);
                CompressedTable compressed = CompressedFiles.table(file, packed, layer);
                compressed.checkAll();
                int[] expected = new int[(int) compressed.positions()];
                packed.table(layer).values(0, expected.length, expected, 0);
                int[] scanned = new int[expected.length];
                compressed.values(0, expected.length, scanned, 0);
                assertArrayEquals(expected, scanned, "layer " + layer);
                long[] ranks = new Random(layer).longs(500, 0, expected.length).toArray();
                int[] found = new int[ranks.length];
                compressed.values(ranks, 0, found.length, new long[500], new long[500], found, 0);
                for (int i = 0; i < found.length; i++) {
                    assertEquals(expected[(int) ranks[i]], found[i]);
                    assertEquals(expected[(int) ranks[i]], compressed.value(ranks[i]));
                }
                assertArrayEquals(expected, decompress(compressed, packed));
            }
        }
    }

    private static int[] decompress(CompressedTable compressed, Database packed) {
        try (Arena arena = Arena.ofShared();
                LayerFiles lower = new LayerFiles(Path.of(packed.where()))) {
            MemorySegment memory = arena.allocate(compressed.positions());
            decompression(compressed, packed, lower, memory, Monitor.SILENT).fill();
            return IntStream.range(0, (int) compressed.positions())
                    .map(i -> memory.get(ValueLayout.JAVA_BYTE, i)
                            - compressed.header().layer())
                    .toArray();
        }
    }

    private static LayerDecompression decompression(
            CompressedTable compressed, Database packed, LayerFiles lower, MemorySegment memory, Monitor monitor) {
        Awari game = (Awari) packed.game();
        WorkerPool pool = new WorkerPool(3, Monitor.SILENT);
        return new LayerDecompression(game, new SideMoves(game), compressed, lower, memory, pool, monitor);
    }

    /** The pool of threads goes on: a task looks by itself. */
    @Test
    void decompressingStopsInsideATask() throws IOException {
        Monitor stopper = new Monitor() {
            @Override
            public void check() {
                throw new OperationInterruptedException();
            }
        };
        try (BuiltDatabase built = new BuiltDatabase(new Awari(4, RuleSet.STRICT), 5);
                LayerFiles lower = new LayerFiles(Path.of(built.database().where()));
                Arena arena = Arena.ofShared()) {
            Database packed = built.database();
            CompressedTable compressed =
                    CompressedFiles.table(CompressedFiles.compress(packed, 5, 2, directory), packed, 5);
            LayerDecompression decompression =
                    decompression(compressed, packed, lower, arena.allocate(compressed.positions()), stopper);
            assertThrows(OperationInterruptedException.class, decompression::fill);
        }
    }

    @Test
    void trainingStopsWhenTheUserAsks() throws IOException {
        Monitor stopper = new Monitor() {
            @Override
            public void check() {
                if (Thread.currentThread().getName().equals("granary-training")) {
                    throw new OperationInterruptedException();
                }
            }
        };
        try (BuiltDatabase built = new BuiltDatabase(new Awari(4, RuleSet.STRICT), 4)) {
            assertThrows(
                    OperationInterruptedException.class,
                    () -> compress(built.database(), directory.resolve("small"), 1, stopper));
        }
    }

    /** The training reads the file that is closed then. */
    @Test
    void aCompressionThatIsInterruptedEndsAfterItsTraining() throws IOException {
        AtomicBoolean isBegun = new AtomicBoolean();
        AtomicBoolean isGoing = new AtomicBoolean();
        Monitor interrupter = new Monitor() {
            @Override
            public void phase(String name) {
                if (name.equals("train layer 1")) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void check() {
                if (Thread.currentThread().getName().equals("granary-training") && isBegun.compareAndSet(false, true)) {
                    isGoing.set(true);
                    LockSupport.parkNanos(300_000_000);
                    isGoing.set(false);
                }
            }
        };
        try (BuiltDatabase built = new BuiltDatabase(new Awari(4, RuleSet.STRICT), 1)) {
            assertThrows(
                    IOException.class, () -> compress(built.database(), directory.resolve("small"), 1, interrupter));
            assertFalse(isGoing.get());
        } finally {
            assertTrue(Thread.interrupted());
        }
        assertTrue(isBegun.get());
    }

    /** A model that is sure of anything predicts so badly that most blocks would become longer, also the last one with its 248 positions. */
    @Test
    void aBlockThatAModelMakesLongerStandsAsItIs() throws IOException {
        int layer = 10;
        Random random = new Random(layer);
        try (BuiltDatabase built = new BuiltDatabase(new Awari(4, RuleSet.STRICT), layer)) {
            Database packed = built.database();
            byte[] file = CompressedFiles.compress(packed, layer, 2, directory, model -> {
                for (int i = 0; i < Model.PROBABILITIES; i++) {
                    Arrays.fill(model, 2 * i, 2 * i + 2, (byte) -random.nextInt(2));
                }
                return model;
            });
            CompressedTable compressed = CompressedFiles.table(file, packed, layer);
            List<Integer> lengths = new ArrayList<>();
            for (int page = 0; page < compressed.header().pages(); page++) {
                int at = (int) compressed.header().pagesOffset() + page * CompressedHeader.PAGE;
                for (int i = 0; i < file[at + Integer.BYTES]; i++) {
                    lengths.add(file[at + CompressedHeader.LENGTHS_AT + i] & 0xff);
                }
            }
            assertEquals(76, lengths.size());
            assertTrue(Collections.frequency(lengths, BlockDecoder.RAW) > 70, lengths::toString);
            assertEquals(BlockDecoder.RAW, lengths.getLast());
            int[] expected = new int[(int) compressed.positions()];
            packed.table(layer).values(0, expected.length, expected, 0);
            int[] found = new int[expected.length];
            compressed.values(0, found.length, found, 0);
            assertArrayEquals(expected, found);
            assertArrayEquals(expected, decompress(compressed, packed));
        }
    }

    @Test
    void aPageTakesBlocksUntilTheyFillItToTheLastByte() throws IOException {
        int rest = (CompressedHeader.PAGE - CompressedHeader.LENGTHS_AT) % (1 + BlockWalk.BLOCK) - 1;
        assertEquals(bytes(RAW_OF_A_PAGE, 0), bytes(RAW_OF_A_PAGE, rest));
        assertEquals(
                bytes(RAW_OF_A_PAGE, rest) + CompressedHeader.PAGE + Integer.BYTES, bytes(RAW_OF_A_PAGE, rest + 1));
    }

    @Test
    void theLastBlockHasItsPositionsWhereItStandsAsItIs() throws IOException {
        int positions = 100;
        byte[] part = rawBlocks(2);
        byte[] bytes = written(new byte[0], writer -> {
            writer.add(Arrays.copyOf(part, part.length - BlockWalk.BLOCK + positions));
        });
        int data = LayerHeader.LENGTH + CompressedHeader.LENGTHS_AT + 2;
        byte[] expected = new byte[CompressedHeader.PAGE - CompressedHeader.LENGTHS_AT - 2];
        Arrays.fill(expected, 0, BlockWalk.BLOCK + positions, (byte) BlockDecoder.RAW);
        assertArrayEquals(expected, Arrays.copyOfRange(bytes, data, data + expected.length));
    }

    /** Returns the length of a file of raw blocks and a last one of some bytes. */
    private long bytes(int raw, int last) throws IOException {
        byte[] part = Arrays.copyOf(rawBlocks(raw + 1), 2 + raw + 1 + raw * BlockWalk.BLOCK + last);
        part[2 + raw] = (byte) last;
        return written(new byte[0], writer -> writer.add(part)).length;
    }

    /**
     * More than a segment of the digest, than the directory first has room for, and than an entry of the index; with 1,022 pages, the
     * file ends with a segment, and with 4,096, its pages with an entry of the index.
     */
    @ParameterizedTest
    @ValueSource(ints = {1022, 4096, 4200})
    void aFileOfManyPagesHasTheirDirectoryAndItsDigest(int pages) throws IOException {
        int blocks = RAW_OF_A_PAGE;
        byte[] part = rawBlocks(blocks);
        byte[] bytes = written(new byte[FileDigest.SEGMENT + 1], writer -> {
            for (int page = 0; page < pages; page++) {
                part[2 + blocks] = (byte) page;
                writer.add(part);
            }
        });
        ByteBuffer ends = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int indexed = (pages + CompressedHeader.INDEXED - 1) / CompressedHeader.INDEXED;
        int directoryAt = bytes.length - Integer.BYTES * (pages + 1 + indexed);
        for (int page = 0; page < pages; page++) {
            assertEquals(page * blocks, ends.getInt(directoryAt + page * Integer.BYTES));
            assertEquals(
                    (byte) page,
                    bytes[directoryAt - (pages - page) * CompressedHeader.PAGE + CompressedHeader.LENGTHS_AT + blocks]);
        }
        assertEquals(pages * blocks, ends.getInt(directoryAt + pages * Integer.BYTES));
        for (int i = 0; i < indexed; i++) {
            assertEquals(
                    i * CompressedHeader.INDEXED * blocks, ends.getInt(directoryAt + (pages + 1 + i) * Integer.BYTES));
        }
    }

    /** Gives a writer its blocks. */
    @FunctionalInterface
    private interface Blocks {
        void addTo(CompressedWriter writer) throws IOException;
    }

    /** Writes a compressed file of synthetic blocks. */
    private byte[] written(byte[] model, Blocks blocks) throws IOException {
        Path file = directory.resolve(FileKind.COMPRESSED.fileName(2));
        try (BuiltDatabase built = new BuiltDatabase(new Awari(2, RuleSet.STRICT), 2);
                LayerFiles files = new LayerFiles(Path.of(built.database().where()));
                CompressedWriter writer = LayerCompression.of(files, 2).writer(file, model)) {
            blocks.addTo(writer);
            Manifest.Entry entry = writer.finish();
            byte[] bytes = Files.readAllBytes(Disk.temporary(file));
            assertEquals(entry.length(), bytes.length);
            assertEquals(FileDigest.of(bytes), entry.digest());
            return bytes;
        }
    }

    private static byte[] rawBlocks(int count) {
        byte[] part = new byte[2 + count + count * BlockWalk.BLOCK];
        part[0] = (byte) count;
        part[1] = (byte) (count >>> 8);
        Arrays.fill(part, 2, part.length, (byte) BlockDecoder.RAW);
        return part;
    }

    /** The digest stands for every processor and any number of threads. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aLayerIsAlwaysCompressedInTheSameBytes(int threads) throws IOException {
        try (BuiltDatabase built = new BuiltDatabase(new Awari(6, RuleSet.OLYMPIAD), 6)) {
            assertEquals(DIGEST, FileDigest.of(CompressedFiles.compress(built.database(), 6, threads, directory)));
        }
    }

    /** Layers from 17 on are compressed, the others are copied, and all come back. */
    @Test
    void aDatabaseIsCompressedResumedAndDecompressed() throws IOException {
        int top = 18;
        Awari game = new Awari(3, RuleSet.OLYMPIAD);
        Path small = directory.resolve("small");
        Path again = directory.resolve("again");
        try (BuiltDatabase built = new BuiltDatabase(game, top)) {
            Database packed = built.database();
            Monitor stopper = new Monitor() {
                @Override
                public void layerBegins(int layer, long positions, long steps) {
                    if (layer == top) {
                        throw new OperationInterruptedException();
                    }
                }
            };
            assertThrows(
                    OperationInterruptedException.class,
                    () -> compress(packed, small, CompressedHeader.LOWEST, stopper));
            assertEquals(1, compress(packed, small, CompressedHeader.LOWEST, Monitor.SILENT));
            assertEquals(0, compress(packed, small, CompressedHeader.LOWEST, Monitor.SILENT));
            try (Database compressed = Database.open(small)) {
                assertEquals(new TreeSet<>(packed.layers()), compressed.layers());
                assertEquals(
                        Set.of(17, 18),
                        compressed
                                .listing()
                                .manifest()
                                .files(FileKind.COMPRESSED)
                                .keySet());
            }
            assertFalse(decompressesInAFile(small, again, Decompression.memory));
            assertArrayEquals(
                    Files.readAllBytes(Path.of(packed.where()).resolve(Manifest.FILE_NAME)),
                    Files.readAllBytes(again.resolve(Manifest.FILE_NAME)));
            Path more = directory.resolve("more");
            assertTrue(decompressesInAFile(small, more, () -> 0));
            assertEquals(Databases.contents(again), Databases.contents(more));
        }
    }

    /** Decompresses a database, and returns whether its scores were worked out in a file, as where the main memory does not hold them. */
    private static boolean decompressesInAFile(Path small, Path directory, LongSupplier memory) throws IOException {
        Path file = Disk.temporary(directory.resolve(DatabaseDirectory.DECOMPRESSED));
        AtomicBoolean isThere = new AtomicBoolean();
        Monitor listener = new Monitor() {
            @Override
            public void advance(long steps) {
                isThere.compareAndSet(false, Files.exists(file));
            }
        };
        LongSupplier before = Decompression.memory;
        Decompression.memory = memory;
        try (Database compressed = Database.open(small);
                DatabaseDirectory to = new DatabaseDirectory(directory, compressed.game())) {
            new Decompression(compressed, to, 2, listener).run(compressed.layers());
        } finally {
            Decompression.memory = before;
        }
        return isThere.get();
    }

    /** The header of a compressed layer names its packed scores; here no layer is compressed. */
    @Test
    void aLayerOfAnotherBuildIsNotDecompressedOn() throws IOException {
        Awari game = new Awari(4, RuleSet.STRICT);
        try (BuiltDatabase built = new BuiltDatabase(game, 4);
                DatabaseDirectory to = new DatabaseDirectory(directory, game)) {
            Database packed = built.database();
            Decompression decompression = new Decompression(packed, to, 2, Monitor.SILENT);
            decompression.run(packed.layers().headSet(4));
            try (LayerWriter writer = to.begin(4)) {
                writer.write(0, new short[(int) game.size(4)], 0, (int) game.size(4));
                to.publish(writer);
            }
            CheckFailedException thrown =
                    assertThrows(CheckFailedException.class, () -> decompression.run(packed.layers()));
            assertTrue(thrown.getMessage().contains(" and was compressed from "), thrown::getMessage);
        }
    }

    /** No reader would notice the scores of a damaged block if they were compressed with checksums of their own. */
    @Test
    void aDamagedPackedLayerIsNotCompressed() throws IOException {
        Path small = directory.resolve("small");
        try (BuiltDatabase built = new BuiltDatabase(new Awari(4, RuleSet.STRICT), 4)) {
            Path file = Path.of(built.database().where()).resolve(FileKind.SCORES.fileName(4));
            BitFlip.flip(file, 8L * LayerHeader.LENGTH);
            Exception thrown =
                    assertThrows(DatabaseException.class, () -> compress(built.database(), small, 1, Monitor.SILENT));
            assertTrue(thrown.getMessage().startsWith(file.toString()), thrown::getMessage);
        }
        assertFalse(new Listing(small).manifest().scoreLayers().contains(4));
    }

    @Test
    void compressingDoesNotGoOnWhereALayerIsMissingOrOfAnotherBuild() throws IOException {
        Path small = directory.resolve("small");
        Awari game = new Awari(4, RuleSet.STRICT);
        try (BuiltDatabase built = new BuiltDatabase(game, 4)) {
            Database packed = built.database();
            compress(packed, small, CompressedHeader.LOWEST, Monitor.SILENT);
            Path file = small.resolve(FileKind.SCORES.fileName(4));
            Files.delete(file);
            assertThrows(
                    DatabaseException.class, () -> compress(packed, small, CompressedHeader.LOWEST, Monitor.SILENT));
            Databases.publish(small, game, FileKind.SCORES, 4, new short[(int) game.size(4)]);
            Exception thrown = assertThrows(
                    CheckFailedException.class, () -> compress(packed, small, CompressedHeader.LOWEST, Monitor.SILENT));
            assertTrue(thrown.getMessage().contains(" holds layer 4 with other scores than "), thrown::getMessage);
        }
    }

    @Test
    void onlyAwariOfAtMostSixPitsIsCompressed() throws IOException {
        try (DatabaseDirectory to = new DatabaseDirectory(directory, new Awari(7, RuleSet.STRICT))) {
            Listing from = to.listing();
            assertThrows(InvalidRequestException.class, () -> new Compression(from, to, 1, 1, Monitor.SILENT));
        }
    }

    /** All checksums of the compressed file hold, but its header names other scores. */
    @Test
    void decompressedLayerIsListedOnlyIfItEqualsTheOriginal() throws IOException {
        Path small = directory.resolve("small");
        Path again = directory.resolve("again");
        Awari game = new Awari(4, RuleSet.STRICT);
        try (BuiltDatabase built = new BuiltDatabase(game, 4);
                DatabaseDirectory to = new DatabaseDirectory(small, game);
                LayerFiles files = new LayerFiles(Path.of(built.database().where()))) {
            new Compression(built.database().listing(), to, CompressedHeader.LOWEST, 2, Monitor.SILENT)
                    .run(built.database().layers().headSet(4));
            LayerCompression right = LayerCompression.of(files, 4);
            LayerCompression other = new LayerCompression(game, 4, right.scores(), files.digest(3), right.parent());
            other.publish(to, other.train(() -> false), 2, Monitor.SILENT);
        }
        try (Database compressed = Database.open(small);
                DatabaseDirectory to = new DatabaseDirectory(again, game)) {
            Decompression decompression = new Decompression(compressed, to, 2, Monitor.SILENT);
            Exception thrown = assertThrows(CheckFailedException.class, () -> decompression.run(compressed.layers()));
            assertTrue(thrown.getMessage().contains(" and was compressed from "), thrown::getMessage);
        }
        assertEquals(3, new Listing(again).manifest().scoreLayers().last());
    }

    private static int compress(Database packed, Path small, int lowest, Monitor listener) throws IOException {
        try (DatabaseDirectory to = new DatabaseDirectory(small, packed.game())) {
            return new Compression(packed.listing(), to, lowest, 2, listener).run(packed.layers());
        }
    }
}
