package granary.format;

import granary.error.ChecksumException;
import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The table of checksums behind a layer's data, one CRC32C for each block. */
public final class BlockChecksums {
    private static final int PART = 1 << 16;

    private BlockChecksums() {}

    /**
     * Reads all data of a layer and compares its checksums. Takes 128 KiB of memory at most, whatever the file says.
     *
     * @param path the file, for messages
     * @param storage its bytes
     * @param section where data and checksums lie
     * @param betweenParts run every 64 KiB or more often; may throw to end the check
     * @throws ChecksumException when a checksum does not hold; its offset is that of the block
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public static void check(Path path, Storage storage, Section section, Runnable betweenParts) {
        byte[] part = new byte[(int) Math.min(section.dataLength(), PART)];
        byte[] stored = new byte[Integer.BYTES];
        CRC32C crc = new CRC32C();
        for (long block = 0; block < section.blocks(); block++) {
            long start = block * section.blockLength();
            int length = (int) Math.min(section.blockLength(), section.dataLength() - start);
            crc.reset();
            for (long done = 0; done < length; done += part.length) {
                betweenParts.run();
                int count = (int) Math.min(part.length, length - done);
                storage.read(section.dataOffset() + start + done, part, 0, count);
                crc.update(part, 0, count);
            }
            storage.read(section.checksumOffset() + block * Integer.BYTES, stored, 0, stored.length);
            int expected =
                    ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt();
            if (expected != (int) crc.getValue()) {
                throw new ChecksumException(
                        path,
                        section.dataOffset() + start,
                        "a block of " + length + " bytes with checksum " + Integer.toHexString(expected),
                        Integer.toHexString((int) crc.getValue()),
                        "the disk or a copy damaged it");
            }
        }
    }
}
