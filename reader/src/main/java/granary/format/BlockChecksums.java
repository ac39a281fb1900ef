package granary.format;

import granary.error.ChecksumException;
import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The table of checksums behind a layer's data, one CRC32C for each block. */
public final class BlockChecksums {
    private BlockChecksums() {}

    /**
     * Reads all data of a layer and compares its checksums. Takes 64 KiB of memory, whatever the file says.
     *
     * @param path the file, for messages
     * @param storage its bytes
     * @param header its header
     * @throws ChecksumException when a checksum does not hold; its offset is that of the block
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public static void check(Path path, Storage storage, LayerHeader header) {
        byte[] bytes = new byte[(int) Math.min(header.dataLength(), LayerHeader.BLOCK_LENGTH)];
        for (long block = 0; block < header.blocks(); block++) {
            long start = block * LayerHeader.BLOCK_LENGTH;
            int length = (int) Math.min(bytes.length, header.dataLength() - start);
            storage.read(LayerHeader.LENGTH + start, bytes, 0, length);
            check(path, storage, header, block, bytes, 0, length);
        }
    }

    /**
     * Compares the checksum of one block that was read already.
     *
     * @param path the file, for messages
     * @param storage its bytes, of which the checksum is read
     * @param header its header
     * @param block the block's number
     * @param bytes holds the block's bytes
     * @param at index of the first
     * @param length their number
     * @throws ChecksumException when the checksum does not hold
     */
    public static void check(
            Path path, Storage storage, LayerHeader header, long block, byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        byte[] stored = new byte[Integer.BYTES];
        storage.read(header.checksumOffset() + block * Integer.BYTES, stored, 0, stored.length);
        int expected = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (expected != (int) crc.getValue()) {
            throw new ChecksumException(
                    path,
                    LayerHeader.LENGTH + block * LayerHeader.BLOCK_LENGTH,
                    "a block of " + length + " bytes with checksum " + Integer.toHexString(expected),
                    Integer.toHexString((int) crc.getValue()),
                    "the disk or a copy damaged it; copy the file again or run granary repair");
        }
    }
}
