package granary.builder.store;

import granary.format.FileDigest;
import granary.format.LayerHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.zip.CRC32C;

/**
 * Computes the checksums of a layer file's blocks, and the file's digest, while the file is written. The thread that writes the
 * last byte of a piece computes those of the piece, part of which is still in its cache. Threads may write different groups
 * at once; each byte is written once.
 */
final class Checksums {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final LayerHeader header;
    private final MemorySegment file;
    private final FileDigest digest;
    private final long groupBytes;
    /** The bytes of groups that are still to be written, by piece; the header's piece has none. */
    private final AtomicIntegerArray missing;

    /**
     * Begins.
     *
     * @param header the file's header
     * @param file the file's bytes, the header written
     */
    Checksums(LayerHeader header, MemorySegment file) {
        this.header = header;
        this.file = file;
        this.digest = new FileDigest(header.fileLength());
        this.groupBytes = header.packing().groupBytes(header.positions());
        int[] lengths = new int[digest.pieces()];
        for (int piece = 1; piece < lengths.length; piece++) {
            long left = LayerHeader.LENGTH + groupBytes - digest.start(piece);
            lengths[piece] = Math.clamp(left, 0, FileDigest.PIECE);
        }
        this.missing = new AtomicIntegerArray(lengths);
    }

    /** Notes that bytes of groups have been written. */
    void written(long from, int length) {
        int last = (int) ((from + length - 1) / FileDigest.PIECE);
        for (int i = (int) (from / FileDigest.PIECE); i <= last; i++) {
            long start = (long) i * FileDigest.PIECE;
            long end = start + FileDigest.PIECE;
            int bytes = (int) (Math.min(end, from + length) - Math.max(start, from));
            int left = missing.addAndGet(i + 1, -bytes);
            if (left < 0) {
                throw new IllegalStateException("groups of piece " + i + " were written twice");
            }
            // The piece in which the groups end also holds zeros and the table of checksums: finish() completes it.
            if (left == 0 && end <= groupBytes) {
                writeBlockChecksums(start, end);
                digest(i + 1);
            }
        }
    }

    /**
     * Computes the remaining checksums and returns the file's digest.
     *
     * @throws IllegalStateException when some of the groups were not written
     */
    String finish() {
        for (int piece = 1; piece < missing.length(); piece++) {
            if (missing.get(piece) != 0) {
                throw new IllegalStateException(missing.get(piece) + " bytes of layer " + header.layer()
                        + " were not written, from " + digest.start(piece) + " on");
            }
        }
        long done = groupBytes / FileDigest.PIECE;
        writeBlockChecksums(done * FileDigest.PIECE, header.dataLength());
        digest(0);
        for (int piece = Math.toIntExact(1 + done); piece < digest.pieces(); piece++) {
            digest(piece);
        }
        return digest.hex();
    }

    /** Returns the digests of some pieces that are complete. */
    byte[] digest(int from, int to) {
        return digest.digests(from, to);
    }

    private void writeBlockChecksums(long from, long to) {
        for (long start = from; start < to; start += LayerHeader.BLOCK_LENGTH) {
            long length = Math.min(LayerHeader.BLOCK_LENGTH, to - start);
            CRC32C crc = new CRC32C();
            crc.update(file.asSlice(LayerHeader.LENGTH + start, length).asByteBuffer());
            long block = start / LayerHeader.BLOCK_LENGTH;
            file.set(WORD, header.checksumOffset() + block * Integer.BYTES, (int) crc.getValue());
        }
    }

    private void digest(int piece) {
        digest.set(
                piece, file.asSlice(digest.start(piece), digest.length(piece)).asByteBuffer());
    }
}
