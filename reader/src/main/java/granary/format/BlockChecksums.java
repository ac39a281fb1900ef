package granary.format;

import granary.error.DamagedFileException;
import granary.storage.CheckedBlocks;
import granary.storage.Storage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;

/**
 * The checksums of a layer's data, one CRC32C for each block of {@value LayerHeader#BLOCK_LENGTH} bytes, and a bit for
 * each block that was found to be what its checksum says. Any number of threads may use it.
 */
public final class BlockChecksums implements CheckedBlocks {
    private static final int BLOCK_BITS = Integer.numberOfTrailingZeros(LayerHeader.BLOCK_LENGTH);
    /** A buffer for a block that no thread uses at present, or null. It saves most first uses an allocation. */
    private static final AtomicReference<byte[]> SPARE = new AtomicReference<>();

    private final String where;
    private final Storage storage;
    private final LayerHeader header;
    private final boolean hasOneValue;
    /** A bit for each block. When two threads set bits of a word at once, one may be lost; then its block is compared again. */
    private final long[] whole;

    /**
     * Reads nothing yet.
     *
     * @param where the file, for messages
     * @param storage its bytes
     * @param header its header
     * @param hasOneValue whether the layer has one position and one value, for which its radix has a digit more
     */
    public BlockChecksums(String where, Storage storage, LayerHeader header, boolean hasOneValue) {
        this.hasOneValue = hasOneValue;
        this.where = where;
        this.storage = storage;
        this.header = header;
        this.whole = new long[word(header.blocks() - 1) + 1];
    }

    /**
     * Compares the checksum of every block that was not compared before.
     *
     * @throws DamagedFileException when one does not hold; its offset is that of the block
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void checkAll() {
        compare(0, header.blocks() - 1);
    }

    /**
     * Compares the checksums of the blocks that hold some bytes, unless that was done before. Costs a load and two
     * comparisons then, and reads the whole block otherwise.
     *
     * @param first offset of the first byte in the data
     * @param last offset of the last byte in the data
     * @throws DamagedFileException when a checksum does not hold; its offset is that of the block
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    void checkBytes(long first, long last) {
        long block = last >>> BLOCK_BITS;
        if (isNew(block) || first >>> BLOCK_BITS != block) {
            compare(first >>> BLOCK_BITS, block);
        }
    }

    private boolean isNew(long block) {
        return (whole[word(block)] >>> block & 1) == 0;
    }

    private static int word(long block) {
        return (int) (block >>> 6);
    }

    private void compare(long from, long to) {
        byte[] spare = SPARE.getAndSet(null);
        byte[] bytes = spare == null ? new byte[LayerHeader.BLOCK_LENGTH] : spare;
        try {
            for (long block = from; block <= to; block++) {
                if (isNew(block)) {
                    long start = block * LayerHeader.BLOCK_LENGTH;
                    int length = (int) Math.min(bytes.length, header.dataLength() - start);
                    storage.read(LayerHeader.LENGTH + start, bytes, 0, length);
                    checkBlock(block, bytes, 0, length);
                    whole[word(block)] |= 1L << block;
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
    public int blockLength() {
        return LayerHeader.BLOCK_LENGTH;
    }

    /** {@inheritDoc} The file ends behind the last checksum, so these are eight bytes that end with the checksum. */
    @Override
    public long checksumAt(long block) {
        return header.checksumOffset() + (block - 1) * Integer.BYTES;
    }

    @Override
    public void checkBlock(long block, byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        int expected = (int) (storage.getLong(checksumAt(block)) >>> Integer.SIZE);
        if (expected != (int) crc.getValue()) {
            throw new DamagedFileException(
                    where,
                    LayerHeader.LENGTH + block * LayerHeader.BLOCK_LENGTH,
                    "block " + block + ", " + length + " bytes, with checksum " + Integer.toHexString(expected),
                    Integer.toHexString((int) crc.getValue()),
                    "the disk or a copy damaged it" + LayerHeader.REMEDY);
        }
        if (hasOneValue && (bytes[at] & 1) != 0) {
            throw new DamagedFileException(
                    where, LayerHeader.LENGTH, "the digit 0 of the only score", "1", "not written by Granary");
        }
    }
}
