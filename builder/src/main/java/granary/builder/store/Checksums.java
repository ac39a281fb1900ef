package granary.builder.store;

import granary.format.FileDigest;
import granary.format.LayerHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.zip.CRC32C;

/**
 * Computes the checksums of a layer file's chunks, and the file's digest, while the file is written. The thread that writes the
 * last byte of a segment computes those of the segment, part of which is still in its cache. Threads may write different groups
 * at once; each byte is written once.
 */
final class Checksums {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final LayerHeader header;
    private final MemorySegment file;
    private final FileDigest digest;
    private final long groupBytes;
    /** The bytes of groups that are still to be written, by segment; the header's segment has none. */
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
        int[] lengths = new int[digest.segments()];
        for (int segment = 1; segment < lengths.length; segment++) {
            long left = LayerHeader.LENGTH + groupBytes - digest.start(segment);
            lengths[segment] = Math.clamp(left, 0, FileDigest.SEGMENT);
        }
        this.missing = new AtomicIntegerArray(lengths);
    }

    /** Notes that bytes of groups have been written. */
    void written(long from, int length) {
        int last = (int) ((from + length - 1) / FileDigest.SEGMENT);
        for (int i = (int) (from / FileDigest.SEGMENT); i <= last; i++) {
            long start = (long) i * FileDigest.SEGMENT;
            long end = start + FileDigest.SEGMENT;
            int bytes = (int) (Math.min(end, from + length) - Math.max(start, from));
            int left = missing.addAndGet(i + 1, -bytes);
            if (left < 0) {
                throw new IllegalStateException("groups of segment " + i + " were written twice");
            }
            // The segment in which the groups end also holds zeros and the table of checksums: finish() completes it.
            if (left == 0 && end <= groupBytes) {
                writeChunkChecksums(start, end);
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
        for (int segment = 1; segment < missing.length(); segment++) {
            if (missing.get(segment) != 0) {
                throw new IllegalStateException(missing.get(segment) + " bytes of layer " + header.layer()
                        + " were not written, from " + digest.start(segment) + " on");
            }
        }
        long done = groupBytes / FileDigest.SEGMENT;
        writeChunkChecksums(done * FileDigest.SEGMENT, header.dataLength());
        digest(0);
        for (int segment = Math.toIntExact(1 + done); segment < digest.segments(); segment++) {
            digest(segment);
        }
        return digest.hex();
    }

    /** Returns the digests of some segments that are complete. */
    byte[] digest(int from, int to) {
        return digest.digests(from, to);
    }

    private void writeChunkChecksums(long from, long to) {
        for (long start = from; start < to; start += LayerHeader.CHUNK_LENGTH) {
            long length = Math.min(LayerHeader.CHUNK_LENGTH, to - start);
            CRC32C crc = new CRC32C();
            crc.update(file.asSlice(LayerHeader.LENGTH + start, length).asByteBuffer());
            long chunk = start / LayerHeader.CHUNK_LENGTH;
            file.set(WORD, header.checksumOffset() + chunk * Integer.BYTES, (int) crc.getValue());
        }
    }

    private void digest(int segment) {
        digest.set(
                segment,
                file.asSlice(digest.start(segment), digest.length(segment)).asByteBuffer());
    }
}
