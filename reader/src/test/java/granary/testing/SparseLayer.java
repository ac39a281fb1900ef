package granary.testing;

import granary.database.LayerFile;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import granary.game.Game;
import granary.plain.Checksums;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A database of one layer of many gigabytes, of which a few kilobytes are written: synthetic scores around the borders at which
 * numbers of positions or bytes no longer fit 31, 32 or 33 bits. All other positions have the lowest score.
 */
public final class SparseLayer {
    /** Positions that are written at each border. */
    public static final int WINDOW = 2000;

    private SparseLayer() {}

    /** Writes the layer into a directory, with a manifest. */
    public static void write(Path directory, Game game, int layer) throws IOException {
        LayerHeader header = LayerFile.header(FileKind.SCORES, game, layer, 0, FileDigest.NONE);
        Path path = directory.resolve(Manifest.fileName(layer));
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(header.fileLength());
            file.write(header.toBytes());
            SortedSet<Long> written = new TreeSet<>(Set.of(header.chunks() - 1));
            for (long start : windows(game, layer)) {
                int[] digits = new int[WINDOW];
                for (int i = 0; i < WINDOW; i++) {
                    digits[i] = TestDatabase.score(game, layer, start + i) - header.minimum();
                }
                long at = header.packing().groupBytes(start);
                byte[] packed =
                        granary.plain.Packing.of(header.packing().radix()).pack(digits);
                file.seek(LayerHeader.LENGTH + at);
                file.write(packed);
                written.add(at / LayerHeader.CHUNK_LENGTH);
                written.add((at + packed.length - 1) / LayerHeader.CHUNK_LENGTH);
            }
            writeChecksums(file, header, written);
        }
        Manifest manifest = Manifest.empty(game.type().id(), game.parameters())
                .with(FileKind.SCORES, layer, new Manifest.Entry(header.fileLength(), FileDigest.NONE));
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    private static void writeChecksums(RandomAccessFile file, LayerHeader header, Set<Long> written)
            throws IOException {
        ByteBuffer table =
                ByteBuffer.allocate((int) header.chunks() * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        byte[] chunk = new byte[LayerHeader.CHUNK_LENGTH];
        int zeros = Checksums.crc(chunk, 0, chunk.length);
        while (table.hasRemaining()) {
            table.putInt(zeros);
        }
        for (long number : written) {
            long start = number * chunk.length;
            int length = (int) Math.min(chunk.length, header.dataLength() - start);
            file.seek(LayerHeader.LENGTH + start);
            file.readFully(chunk, 0, length);
            table.putInt((int) number * Integer.BYTES, Checksums.crc(chunk, 0, length));
        }
        file.seek(header.checksumOffset());
        file.write(table.array());
    }

    /** Returns the first rank of each window, in ascending order: each begins a group and a byte, with a border in its middle. */
    public static List<Long> windows(Game game, int layer) {
        LayerHeader header = LayerFile.header(FileKind.SCORES, game, layer, 0, FileDigest.NONE);
        Packing packing = header.packing();
        List<Long> borders = new ArrayList<>();
        for (int bits = 30; bits <= 33; bits++) {
            borders.add(1L << bits);
            borders.add(8 * ((1L << bits) - LayerHeader.LENGTH) / packing.bits() * packing.digits());
            borders.add(8 * (1L << bits) / packing.bits() * packing.digits());
        }
        borders.add(header.positions() - WINDOW / 2);
        return borders.stream()
                .map(border -> (border - WINDOW / 2) / packing.wholeBytes() * packing.wholeBytes())
                .filter(start -> start + WINDOW <= header.positions())
                .sorted()
                .toList();
    }
}
