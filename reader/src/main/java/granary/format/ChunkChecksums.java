package granary.format;

import granary.error.DamagedFileException;
import granary.storage.CheckedSections;
import granary.storage.Storage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;

/**
 * The checksums of a layer's data, one CRC32C for each chunk of {@value LayerHeader#CHUNK_LENGTH} bytes, and a bit for
 * each chunk that was found to be what its checksum says. Any number of threads may use it.
 */
public final class ChunkChecksums implements CheckedSections {
    private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(LayerHeader.CHUNK_LENGTH);
    /** A buffer for a chunk that no thread uses at present, or null. It saves most first uses an allocation. */
    private static final AtomicReference<byte[]> SPARE = new AtomicReference<>();

    private final String where;
    private final Storage storage;
    private final LayerHeader header;
    private final boolean hasOneValue;
    /** A bit for each chunk. When two threads set bits of a word at once, one may be lost; then its chunk is compared again. */
    private final long[] whole;

    /**
     * Reads nothing yet.
     *
     * @param where the file, for messages
     * @param storage its bytes
     * @param header its header
     * @param hasOneValue whether the layer has one position and one value, for which its radix has a digit more
     */
    public ChunkChecksums(String where, Storage storage, LayerHeader header, boolean hasOneValue) {
        this.hasOneValue = hasOneValue;
        this.where = where;
        this.storage = storage;
        this.header = header;
        this.whole = new long[word(header.chunks() - 1) + 1];
    }

    /**
     * Compares the checksum of every chunk that was not compared before.
     *
     * @throws DamagedFileException when one does not hold; its offset is that of the chunk
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void checkAll() {
        compare(0, header.chunks() - 1);
    }

    /**
     * Compares the checksums of the chunks that hold some bytes, unless that was done before. Costs a load and two
     * comparisons then, and reads the whole chunk otherwise.
     *
     * @param first offset of the first byte in the data
     * @param last offset of the last byte in the data
     * @throws DamagedFileException when a checksum does not hold; its offset is that of the chunk
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    void checkBytes(long first, long last) {
        long chunk = last >>> CHUNK_BITS;
        if (isNew(chunk) || first >>> CHUNK_BITS != chunk) {
            compare(first >>> CHUNK_BITS, chunk);
        }
    }

    private boolean isNew(long chunk) {
        return (whole[word(chunk)] >>> chunk & 1) == 0;
    }

    private static int word(long chunk) {
        return (int) (chunk >>> 6);
    }

    private void compare(long from, long to) {
        byte[] spare = SPARE.getAndSet(null);
        byte[] bytes = spare == null ? new byte[LayerHeader.CHUNK_LENGTH] : spare;
        try {
            for (long chunk = from; chunk <= to; chunk++) {
                if (isNew(chunk)) {
                    long start = chunk * LayerHeader.CHUNK_LENGTH;
                    int length = (int) Math.min(bytes.length, header.dataLength() - start);
                    storage.read(LayerHeader.LENGTH + start, bytes, 0, length);
                    checkSection(chunk, bytes, 0, length);
                    whole[word(chunk)] |= 1L << chunk;
                }
            }
        } finally {
            SPARE.set(bytes);
        }
    }

    @Override
    public long start() {
        return LayerHeader.LENGTH;
    }

    @Override
    public long end() {
        return header.checksumOffset();
    }

    @Override
    public int sectionLength() {
        return LayerHeader.CHUNK_LENGTH;
    }

    /** {@inheritDoc} The file ends behind the last checksum, so these are eight bytes that end with the checksum. */
    @Override
    public long checksumAt(long chunk) {
        return header.checksumOffset() + (chunk - 1) * Integer.BYTES;
    }

    @Override
    public void checkSection(long chunk, byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        int expected = (int) (storage.getLong(checksumAt(chunk)) >>> Integer.SIZE);
        if (expected != (int) crc.getValue()) {
            throw new DamagedFileException(
                    where,
                    LayerHeader.LENGTH + chunk * LayerHeader.CHUNK_LENGTH,
                    "chunk " + chunk + ", " + length + " bytes, with checksum " + Integer.toHexString(expected),
                    Integer.toHexString((int) crc.getValue()),
                    "the disk or a copy damaged it" + LayerHeader.REMEDY);
        }
        if (hasOneValue && (bytes[at] & 1) != 0) {
            throw new DamagedFileException(
                    where, LayerHeader.LENGTH, "the digit 0 of the only score", "1", "not written by Granary");
        }
    }
}
