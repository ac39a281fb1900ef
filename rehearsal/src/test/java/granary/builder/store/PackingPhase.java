package granary.builder.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.file.SparseFiles;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.SweepLayer;
import granary.database.LayerFile;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.plain.Checksums;
import granary.plain.Header;
import granary.plain.Packing;
import granary.rehearsal.Phase;
import granary.rehearsal.Stage;
import granary.rehearsal.SyntheticFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongToIntFunction;

/** Values from memory to the file and back: ranges of it, and whole segments with their checksums and digests. */
public final class PackingPhase implements Phase {
    private static final int HEADER = 4096;
    private static final int SEGMENT = 1 << 20;
    private static final int TOGETHER = 1 << 14;
    /** Positions of a range that is packed by itself, and unpacked. */
    private static final int RANGE = 1 << 9;

    /** Ranges between clearings: the rows of one may touch hundreds of megabytes. */
    private static final int ROUND = 8;

    private static final int LONGEST = 255;

    @Override
    public void run(Stage stage) throws IOException {
        SweepLayer layer = stage.layer(Kernels.SCALAR);
        long[] ranks = stage.ranks(5, stage.positions / RANGE);
        for (int i = 0; i < ranks.length; i++) {
            packRange(stage, layer, ranks[i]);
            unpackRange(stage, layer, ranks[i]);
            if (i % ROUND == 0) {
                stage.values.clear();
            }
        }
        packRange(stage, layer, stage.shape.positions() - 1);
        stage.clear();
        String builtOn = FileDigest.NONE;
        write(
                stage,
                LayerFile.header(FileKind.SCORES, stage.awari, stage.seeds, 0, builtOn),
                new LayerPacker(FileKind.SCORES, layer, null),
                rank -> {
                    return stage.seeds - value(stage, rank);
                });
        LayerHeader distances = LayerFile.header(FileKind.DISTANCES, stage.awari, stage.seeds, LONGEST, builtOn);
        write(
                stage,
                distances,
                new LayerPacker(FileKind.DISTANCES, layer, layer.conversions),
                rank -> distance(stage, rank));
    }

    private static long place(Stage stage, long rank) {
        int[] board = stage.board(rank);
        return stage.places.value(board);
    }

    /** Fills in a position's value and returns it. */
    private static int value(Stage stage, long rank) {
        long place = place(stage, rank);
        stage.fillValue(place);
        return stage.value(place);
    }

    /** Fills in the code of a position's distance, which has the place of conversion values, and returns the distance. */
    private static int distance(Stage stage, long rank) {
        long place = place(stage, rank);
        stage.fillValue(place);
        int score = -stage.value(place);
        byte code = stage.code(place, score);
        stage.conversions.segment().set(JAVA_BYTE, place, code);
        return score < 0 ? 127 - code : code + 128;
    }

    private static void packRange(Stage stage, SweepLayer layer, long rank) throws IOException {
        LayerHeader header = LayerFile.header(FileKind.SCORES, stage.awari, stage.seeds, 0, FileDigest.NONE);
        int unit = header.packing().wholeBytes();
        long first = Math.max(0, rank - RANGE / 2) / unit * unit;
        int count = (int) Math.min((long) RANGE / unit * unit, stage.shape.positions() - first);
        int[] digits = new int[count];
        Arrays.setAll(digits, i -> stage.seeds - value(stage, first + i));
        byte[] expected = stage.database.scores(stage.seeds).header.packing().pack(digits);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new LayerPacker(FileKind.SCORES, layer, null)
                .pack(header.packing(), first, count, (group, packed, length) -> out.write(packed, 0, length));
        stage.check(
                Arrays.equals(expected, out.toByteArray()),
                "the groups of " + count + " positions from " + first + " on differ");
        stage.compared(count, first + count - 1);
    }

    private static void unpackRange(Stage stage, SweepLayer layer, long rank) {
        int count = (int) Math.min(RANGE, stage.shape.positions() - rank);
        SyntheticFile file = stage.database.scores(stage.seeds);
        file.fill(rank, count);
        layer.read(stage.files.scores(stage.seeds).rows(Quantity.SCORE), rank, count);
        for (long at = rank; at < rank + count; at++) {
            byte value = stage.values.segment().get(JAVA_BYTE, place(stage, at));
            stage.equal("value of the position at rank " + at, -file.value(at), value);
        }
        stage.compared(count, rank + count - 1);
    }

    /** Writes some segments of a layer's file, and compares them with what is packed plainly. */
    private static void write(Stage stage, LayerHeader header, LayerPacker packer, LongToIntFunction digit)
            throws IOException {
        int unit = header.packing().wholeBytes();
        long unitBytes =
                (long) unit / header.packing().digits() * header.packing().bits() / 8;
        long positions = stage.shape.positions();
        long units = (positions - 1) / unit + 1;
        long wholeSegments = positions / unit * unitBytes / SEGMENT;
        Set<Long> segments = new TreeSet<>(List.of(0L, wholeSegments - 1, wholeSegments));
        for (int power = 31; power < 48; power += power == 32 ? 5 : 1) {
            segments.add((1L << power) / SEGMENT);
        }
        long written = 0;
        try (LayerWriter writer = writer(stage, header);
                FileChannel file = FileChannel.open(writer.temporary())) {
            byte[] start = read(file, 0, HEADER);
            stage.check(Arrays.equals(header.toBytes(), start), "the header differs");
            stage.check(
                    LayerHeader.parse("synthetic", start, header.fileLength()).equals(header),
                    "the header reads otherwise");
            for (long segment : segments) {
                long from = Math.max(written, segment * SEGMENT / unitBytes);
                long to = Math.min(units, ((segment + 1) * SEGMENT - 1) / unitBytes + 1);
                if (segment >= 0 && from < to) {
                    byte[] expected =
                            pack(stage, header, packer, writer, digit, from * unit, Math.min(positions, to * unit));
                    stage.check(
                            Arrays.equals(expected, read(file, HEADER + from * unitBytes, expected.length)),
                            "segment " + segment + " of the " + header.kind().word() + " differs");
                    if (segment < wholeSegments) {
                        compare(stage, header, writer, file, segment);
                    }
                    written = to;
                }
                stage.clear();
            }
        }
    }

    private static LayerWriter writer(Stage stage, LayerHeader header) throws IOException {
        Path path = stage.directory.resolve(header.kind().fileName(header.layer()));
        return new LayerWriter(new Disk(), header, SparseFiles.create(Disk.temporary(path), header.fileLength()));
    }

    private static byte[] pack(
            Stage stage,
            LayerHeader header,
            LayerPacker packer,
            LayerWriter writer,
            LongToIntFunction digit,
            long from,
            long to) {
        int count = (int) (to - from);
        int[] plain = new int[count];
        stage.pool.forRange(count, TOGETHER, (first, end) -> {
            for (int i = (int) first; i < end; i++) {
                plain[i] = digit.applyAsInt(from + i);
            }
        });
        packer.pack(writer, from, to, Monitor.SILENT, 0);
        stage.compared(count, to - 1);
        return Packing.of(header.packing().radix()).pack(plain);
    }

    /** Compares the checksums and the digest of a segment with its bytes. */
    private static void compare(Stage stage, LayerHeader header, LayerWriter writer, FileChannel file, long segment)
            throws IOException {
        byte[] bytes = read(file, HEADER + segment * SEGMENT, SEGMENT);
        ByteBuffer checksums = ByteBuffer.wrap(read(
                        file,
                        header.checksumOffset() + segment * (SEGMENT / Header.CHUNK) * 4,
                        SEGMENT / Header.CHUNK * 4))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int chunk = 0; chunk < SEGMENT / Header.CHUNK; chunk++) {
            int crc = Checksums.crc(bytes, chunk * Header.CHUNK, (chunk + 1) * Header.CHUNK);
            stage.equal("checksum of chunk " + chunk + " of segment " + segment, crc, checksums.getInt());
        }
        stage.check(
                Arrays.equals(FileDigest.sha256().digest(bytes), writer.digest(Math.toIntExact(segment + 1))),
                "the digest of segment " + segment + " differs");
    }

    private static byte[] read(FileChannel file, long at, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) >= 0) {
            // until all is read, or the file ends
        }
        return buffer.array();
    }
}
