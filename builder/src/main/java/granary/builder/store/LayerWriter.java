package granary.builder.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.file.Disk;
import granary.builder.file.ReservedFile;
import granary.format.Codec;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.zip.CRC32C;

/**
 * Writes the file of one layer under a temporary name, and renames it when it is complete. Threads may write different groups
 * concurrently, each byte once; one thread finishes the file. The thread that writes the last byte of a segment computes the checksums of
 * its chunks and its digest: part of it is still in the thread's cache.
 */
public final class LayerWriter implements AutoCloseable {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Disk disk;
    private final Path path;
    private final LayerHeader header;
    private final Codec codec;
    private final ReservedFile file;
    private final FileDigest digest;
    private final long groupBytes;
    /** The bytes of groups that are still to be written, by segment; the header's segment has none. */
    private final AtomicIntegerArray missing;

    /** Null until all is written. */
    private Manifest.Entry entry;

    /**
     * Creates the temporary file and reserves its blocks.
     *
     * @param disk renames the file
     * @param directory the database's directory
     * @param header the file's header
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws IOException when the file cannot be created
     */
    LayerWriter(Disk disk, Path directory, LayerHeader header) throws IOException {
        this(
                disk,
                header,
                ReservedFile.create(
                        Disk.temporary(directory.resolve(header.kind().fileName(header.layer()))),
                        header.fileLength()));
    }

    /** Writes into a file of its length, under its temporary name. */
    LayerWriter(Disk disk, LayerHeader header, ReservedFile file) {
        this.disk = disk;
        this.path = file.path().resolveSibling(header.kind().fileName(header.layer()));
        this.header = header;
        this.codec = new Codec(header.packing());
        this.file = file;
        MemorySegment.copy(header.toBytes(), 0, file.segment(), JAVA_BYTE, 0, LayerHeader.LENGTH);
        this.digest = new FileDigest(header.fileLength());
        this.groupBytes = header.packing().groupBytes(header.positions());
        int[] lengths = new int[digest.segments()];
        for (int segment = 1; segment < lengths.length; segment++) {
            long left = LayerHeader.LENGTH + groupBytes - digest.start(segment);
            lengths[segment] = Math.clamp(left, 0, FileDigest.SEGMENT);
        }
        this.missing = new AtomicIntegerArray(lengths);
    }

    /** Returns the temporary file. */
    Path temporary() {
        return file.path();
    }

    /** Returns the digest of a segment of the file all of whose bytes were written. */
    byte[] digest(int segment) {
        return digest.digests(segment, segment + 1);
    }

    /** Returns the kind of the file. */
    public FileKind kind() {
        return header.kind();
    }

    /** Returns the layer's number. */
    public int layer() {
        return header.layer();
    }

    /** Returns the packing of the scores: writes begin at multiples of its {@code wholeBytes()}. */
    public Packing packing() {
        return header.packing();
    }

    /**
     * Packs and writes values, each once.
     *
     * @param rank the first position's rank, a multiple of {@code packing().wholeBytes()}
     * @param written the scores, or the distances, which are unsigned
     * @param from index of the first
     * @param count the number of values; a multiple of {@code packing().wholeBytes()} unless the layer ends there
     * @throws IllegalArgumentException when rank or count is not such a multiple, or a value is out of range
     */
    public void write(long rank, short[] written, int from, int count) {
        Packing packing = header.packing();
        int unit = packing.wholeBytes();
        if (rank % unit != 0 || (count % unit != 0 && rank + count != header.positions())) {
            throw new IllegalArgumentException(
                    "values " + rank + " to " + (rank + count - 1) + " are not whole groups of " + unit);
        }
        short[] values = new short[count];
        for (int i = 0; i < count; i++) {
            short next = written[from + i];
            int value = (kind() == FileKind.DISTANCES ? Short.toUnsignedInt(next) : next) - header.minimum();
            if (value < 0 || value >= packing.radix()) {
                throw new IllegalArgumentException("value " + next + " at rank " + (rank + i) + " of layer " + layer());
            }
            values[i] = (short) value;
        }
        byte[] packed = new byte[Math.toIntExact(packing.groupBytes(count)) + Long.BYTES];
        writePacked(rank / packing.digits(), packed, codec.pack(values, count, packed));
    }

    /**
     * Writes packed groups, each once.
     *
     * @param group number of the first group, which begins with a byte
     * @param packed the groups
     * @param length bytes to write
     */
    public void writePacked(long group, byte[] packed, int length) {
        long from = group * header.packing().bits() / Byte.SIZE;
        MemorySegment.copy(packed, 0, file.segment(), JAVA_BYTE, LayerHeader.LENGTH + from, length);
        int last = (int) ((from + length - 1) / FileDigest.SEGMENT);
        for (int i = (int) (from / FileDigest.SEGMENT); i <= last; i++) {
            long start = (long) i * FileDigest.SEGMENT;
            long end = start + FileDigest.SEGMENT;
            int bytes = (int) (Math.min(end, from + length) - Math.max(start, from));
            int left = missing.addAndGet(i + 1, -bytes);
            if (left < 0) {
                throw new IllegalStateException("groups of segment " + i + " were written twice");
            }
            // The segment in which the groups end also holds zeros and the table of checksums: complete() digests it.
            if (left == 0 && end <= groupBytes) {
                writeChunkChecksums(start, end);
                digest(i + 1, i + 2);
            }
        }
    }

    private void writeChunkChecksums(long from, long to) {
        for (long start = from; start < to; start += LayerHeader.CHUNK_LENGTH) {
            long length = Math.min(LayerHeader.CHUNK_LENGTH, to - start);
            CRC32C crc = new CRC32C();
            crc.update(bytes(LayerHeader.LENGTH + start, length));
            long chunk = start / LayerHeader.CHUNK_LENGTH;
            file.segment().set(WORD, header.checksumOffset() + chunk * Integer.BYTES, (int) crc.getValue());
        }
    }

    private void digest(int from, int to) {
        for (int segment = from; segment < to; segment++) {
            digest.set(segment, bytes(digest.start(segment), digest.length(segment)));
        }
    }

    private ByteBuffer bytes(long from, long length) {
        return file.segment().asSlice(from, length).asByteBuffer();
    }

    /**
     * Completes the file, so that it can be compared before it is published.
     *
     * @return its entry in the manifest
     * @throws IllegalStateException when scores are missing
     */
    public Manifest.Entry complete() {
        if (entry == null) {
            for (int segment = 1; segment < missing.length(); segment++) {
                if (missing.get(segment) != 0) {
                    throw new IllegalStateException(missing.get(segment) + " bytes of layer " + header.layer()
                            + " were not written, from " + digest.start(segment) + " on");
                }
            }
            long done = groupBytes / FileDigest.SEGMENT;
            writeChunkChecksums(done * FileDigest.SEGMENT, header.dataLength());
            digest(0, 1);
            digest(Math.toIntExact(1 + done), digest.segments());
            entry = new Manifest.Entry(header.fileLength(), digest.hex());
        }
        return entry;
    }

    /**
     * Completes the file, if that was not done, and renames it to its final name. It must be forced to the disk before a manifest on the disk lists it.
     *
     * @return the file's entry in the manifest
     * @throws IllegalStateException when scores are missing
     * @throws IOException when the disk fails
     */
    Manifest.Entry finish() throws IOException {
        complete();
        file.finish();
        disk.rename(path);
        return entry;
    }

    /** Deletes the temporary file unless it was finished. */
    @Override
    public void close() throws IOException {
        if (!file.isClosed()) {
            file.close();
            Files.deleteIfExists(file.path());
        }
    }
}
