package granary.storage;

import granary.error.DamagedFileException;
import granary.error.ReadFaultException;

/**
 * The blocks of a file that have checksums: what a storage needs to know to check each block when it arrives. They lie one after
 * another. Implementations are safe for use by any number of threads.
 */
public interface CheckedBlocks {
    /** Returns the offset of the first block in the file. */
    long start();

    /** Returns the offset of the end of the last block in the file. */
    long end();

    /** Returns the bytes of each block but the last, which may be shorter: a power of two, 8 or more. */
    int blockLength();

    /** Returns the offset of the 8 bytes that {@link #checkBlock} reads. */
    long checksumAt(long block);

    /**
     * Compares a block with its checksum, which is read from the file.
     *
     * @param block the block's number, from 0
     * @param bytes holds the block's bytes
     * @param at index of the first
     * @param length the number of bytes
     * @throws DamagedFileException when they differ
     * @throws ReadFaultException when the checksum cannot be read
     */
    void checkBlock(long block, byte[] bytes, int at, int length);
}
