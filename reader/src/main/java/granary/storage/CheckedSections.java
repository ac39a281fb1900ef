package granary.storage;

import granary.error.DamagedFileException;
import granary.error.ReadFaultException;

/**
 * The sections of a file that have checksums, the chunks of a packed file or the pages of a compressed one: what a storage needs to know
 * to check each when it arrives. They lie one after another. Implementations are safe for use by any number of threads.
 */
public interface CheckedSections {
    /** Returns the offset of the first section in the file. */
    long start();

    /** Returns the offset of the end of the last section in the file. */
    long end();

    /** Returns the bytes of each section but the last, which may be shorter: a power of two, 8 or more. */
    int sectionLength();

    /** Returns the offset of the 8 bytes that {@link #checkSection} reads. */
    long checksumAt(long section);

    /**
     * Compares a section with its checksum, which is read from the file.
     *
     * @param section the section's number, from 0
     * @param bytes holds the section's bytes
     * @param at index of the first
     * @param length the number of bytes
     * @throws DamagedFileException when they differ
     * @throws ReadFaultException when the checksum cannot be read
     */
    void checkSection(long section, byte[] bytes, int at, int length);
}
