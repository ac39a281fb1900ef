package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.compress.CompressedFiles;
import granary.builder.file.Disk;
import granary.builder.testing.Databases;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.BitFlip;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An alteration in a file of several segments is found in its place, in whatever order threads read. */
@Isolated
class FileReportTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int LAYER = 14;
    private static final int CHUNK = LayerHeader.CHUNK_LENGTH;
    private static final WorkerPool POOL = new WorkerPool(3, Monitor.SILENT);

    @TempDir
    private static Path origin;

    private static Path whole;
    private static Manifest.Entry entry;
    private static LayerHeader header;

    @TempDir
    private Path directory;

    private Path path;

    @BeforeAll
    static void write() throws IOException {
        header = LayerFile.header(FileKind.SCORES, GAME, LAYER, 0, FileDigest.of(new byte[] {1}));
        int unit = header.packing().wholeBytes();
        int range = 1000 * unit;
        try (LayerWriter writer = new LayerWriter(new Disk(), origin, header)) {
            long last = (header.positions() - 1) / range * range;
            for (long from = last; from >= 0; from -= range) { // descending: no segment is complete before its last
                short[] scores = new short[(int) Math.min(range, header.positions() - from)];
                for (int i = 0; i < scores.length; i++) {
                    scores[i] = (short) TestDatabase.score(GAME, LAYER, from + i);
                }
                writer.write(from, scores, 0, scores.length);
            }
            entry = writer.complete();
            assertEquals(entry, writer.complete());
            byte[] bytes = Files.readAllBytes(writer.temporary());
            FileDigest digest = new FileDigest(bytes.length);
            digest.set(2, ByteBuffer.wrap(bytes, (int) digest.start(2), digest.length(2)));
            assertArrayEquals(digest.digests(2, 3), writer.digest(2));
            assertEquals(entry, writer.finish());
        }
        whole = origin.resolve(Manifest.fileName(LAYER));
    }

    @BeforeEach
    void copy() throws IOException {
        path = Files.copy(whole, directory.resolve(Manifest.fileName(LAYER)));
    }

    private FileReport read() {
        return FileReport.of(path.getParent(), GAME, FileKind.SCORES, LAYER, POOL);
    }

    private static List<Long> places(List<DatabaseException> damages) {
        return damages.stream().map(DatabaseException::offset).toList();
    }

    @Test
    void wholeFileHasTheDigestOfItsBytes() throws IOException {
        assertEquals(4, new FileDigest(entry.length()).segments());
        assertEquals(new Manifest.Entry(Files.size(path), FileDigest.of(Files.readAllBytes(path))), entry);
        FileReport report = read();
        assertTrue(report.isWhole());
        assertEquals(entry, report.entry());
        assertEquals(header, report.header());
        Manifest manifest = Manifest.empty(GAME.type().id(), GAME.parameters())
                .with(FileKind.SCORES, LAYER, entry)
                .with(FileKind.SCORES, LAYER - 1, new Manifest.Entry(9, FileDigest.of(new byte[] {1})));
        assertEquals(List.of(), report.against(manifest));
    }

    /** In the first byte and the last of segments, chunks and the table of checksums. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                CHUNK - 1,
                CHUNK,
                FileDigest.SEGMENT - 1,
                FileDigest.SEGMENT,
                2L * FileDigest.SEGMENT - 1,
                2L * FileDigest.SEGMENT,
                -1
            })
    void alteredByteIsFoundInItsChunk(long at) throws IOException {
        long place = at < 0 ? header.dataLength() + at : at;
        BitFlip.flip(path, Byte.SIZE * (LayerHeader.LENGTH + place));
        FileReport report = read();
        assertFalse(report.isWhole());
        assertEquals(List.of(LayerHeader.LENGTH + place / CHUNK * CHUNK), places(report.damages()));
        assertInstanceOf(DamagedFileException.class, report.damages().getFirst());
        assertEquals(FileDigest.of(Files.readAllBytes(path)), report.digest());
    }

    @Test
    void alteredChecksumIsFoundAsItsChunk() throws IOException {
        BitFlip.flip(path, Byte.SIZE * (header.checksumOffset() + Integer.BYTES * (header.chunks() - 1)));
        assertEquals(List.of(LayerHeader.LENGTH + (header.chunks() - 1) * CHUNK), places(read().damages()));
    }

    @Test
    void onlyTheFirstDamagesAreKept() throws IOException {
        for (int chunk = 3; chunk < 30; chunk++) {
            BitFlip.flip(path, Byte.SIZE * (LayerHeader.LENGTH + (long) chunk * CHUNK + chunk));
        }
        List<Long> first = LongStream.range(3, 3 + FileReport.MAX_DAMAGES)
                .map(chunk -> LayerHeader.LENGTH + chunk * CHUNK)
                .boxed()
                .toList();
        assertEquals(first, places(read().damages()));
        assertEquals(first, places(inSegments(2).damages()));
        assertEquals(first, places(inSegments(1).damages()));
    }

    private FileReport inSegments(int at) {
        return FileReport.of(
                path,
                header,
                IntStream.of(0, at)
                        .mapToObj(from -> FileReport.Segments.of(
                                path.getParent(), GAME, FileKind.SCORES, LAYER, from, from == 0 ? at : 4))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void readingInSegmentsFindsTheSame(int at) throws IOException {
        assertEquals(read(), inSegments(at));
        BitFlip.flip(path, Byte.SIZE * (LayerHeader.LENGTH + (long) FileDigest.SEGMENT));
        assertEquals(read().digest(), inSegments(at).digest());
        assertEquals(places(read().damages()), places(inSegments(at).damages()));
    }

    @Test
    void damagedHeaderIsTheOnlyDamage() throws IOException {
        BitFlip.flip(path, 100);
        FileReport report = read();
        assertFalse(report.isWhole());
        assertNull(report.header());
        assertNull(report.digest());
        assertEquals(report.damages(), report.against(Manifest.empty(GAME.type().id(), GAME.parameters())));
    }

    @Test
    void differencesFromTheManifestAreFound() throws IOException {
        Manifest listed = Manifest.empty(GAME.type().id(), GAME.parameters())
                .with(FileKind.SCORES, LAYER, new Manifest.Entry(entry.length(), FileDigest.of(new byte[] {2})));
        List<DatabaseException> differences = read().against(listed);
        assertEquals(1, differences.size());
        assertEquals(-1, differences.getFirst().offset());
        assertTrue(differences.getFirst().getMessage().contains(entry.digest()), differences::toString);

        Manifest other = listed.with(FileKind.SCORES, LAYER - 1, new Manifest.Entry(9, FileDigest.of(new byte[] {3})));
        differences = read().against(other);
        assertEquals(2, differences.size());
        assertInstanceOf(DamagedFileException.class, differences.getLast());

        BitFlip.flip(path, Byte.SIZE * (LayerHeader.LENGTH + 1L)); // of a damaged file, the digest is no news
        assertEquals(List.of((long) LayerHeader.LENGTH), places(read().against(listed)));
        Files.write(directory.resolve(Manifest.FILE_NAME), listed.toBytes());
        assertEquals(
                List.of((long) LayerHeader.LENGTH),
                places(FileReport.damages(new Listing(directory), GAME, FileKind.SCORES, LAYER, POOL)));
    }

    /** Returns a small database with files of all kinds that a build makes, or with its scores compressed. */
    private Path small(Awari game, boolean isCompressed) throws IOException {
        Path packed = directory.resolve("packed");
        Databases.build(packed, game, 4, 2, FileKind.DISTANCES, FileKind.BOUNDS);
        if (!isCompressed) {
            return packed;
        }
        Path compressed = directory.resolve("compressed");
        CompressedFiles.compressAll(packed, compressed, game);
        return compressed;
    }

    /** {@code -Dgranary.flips=1} flips each bit. */
    @ParameterizedTest
    @EnumSource(FileKind.class)
    void anyAlteredBitIsFoundWithoutAManifest(FileKind kind) throws IOException {
        Awari game = new Awari(2, RuleSet.OLYMPIAD);
        Path file = small(game, kind == FileKind.COMPRESSED).resolve(kind.fileName(4));
        int step = Integer.getInteger("granary.flips", 0) == 1 ? 1 : kind == FileKind.COMPRESSED ? 307 : 31;
        assertTrue(FileReport.of(file.getParent(), game, kind, 4, POOL).isWhole());
        for (long bit = 0; bit < Byte.SIZE * Files.size(file); bit += step) {
            BitFlip.flip(file, bit);
            assertFalse(FileReport.of(file.getParent(), game, kind, 4, POOL).isWhole(), "bit " + bit);
            BitFlip.flip(file, bit);
        }
    }

    @Test
    void modelAndPaddingOfACompressedFileAreChecked() throws IOException {
        Awari small = new Awari(2, RuleSet.OLYMPIAD);
        Path file = small(small, true).resolve(FileKind.COMPRESSED.fileName(4));
        Supplier<FileReport> read = () -> FileReport.of(file.getParent(), small, FileKind.COMPRESSED, 4, POOL);
        FileReport report = read.get();
        assertTrue(report.isWhole(), report::toString);
        assertEquals(FileDigest.of(Files.readAllBytes(file)), report.digest());
        CompressedHeader compressedHeader = (CompressedHeader) report.header();
        long end = LayerHeader.LENGTH + (long) compressedHeader.modelLength();
        assertTrue(end + 1 < compressedHeader.pagesOffset());
        for (long at : new long[] {end, compressedHeader.pagesOffset() - 1}) {
            BitFlip.flip(file, Byte.SIZE * at + 7);
            DatabaseException damage = read.get().damages().getFirst();
            assertInstanceOf(DamagedFileException.class, damage);
            assertEquals(at, damage.offset());
            assertTrue(damage.getMessage().contains("128"), damage::getMessage);
            BitFlip.flip(file, Byte.SIZE * at + 7);
        }
        for (long at : new long[] {
            LayerHeader.LENGTH,
            end - 1,
            compressedHeader.pagesOffset(),
            report.entry().length() - 1
        }) {
            BitFlip.flip(file, Byte.SIZE * at);
            assertEquals(1, read.get().damages().size(), "at " + at);
            BitFlip.flip(file, Byte.SIZE * at);
        }
    }
}
