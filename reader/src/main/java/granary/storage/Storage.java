package granary.storage;

import granary.error.ReadFaultException;

/** The bytes of one file, read-only, little-endian. Implementations are safe for use by any number of threads. */
public interface Storage {
    /** Returns the number of bytes. */
    long length();

    /**
     * Returns the 8 bytes at an offset as a little-endian number. Allocates nothing.
     *
     * @param offset 0 .. length - 8
     * @throws IndexOutOfBoundsException when the offset is out of range
     * @throws ReadFaultException when the operating system fails to deliver the bytes
     */
    long getLong(long offset);

    /**
     * Copies bytes out.
     *
     * @param offset 0 .. length - count
     * @param target where the bytes go
     * @param at index of the first byte in the target
     * @param count how many
     * @throws IndexOutOfBoundsException when a range is out of bounds
     * @throws ReadFaultException when the operating system fails to deliver the bytes
     */
    void read(long offset, byte[] target, int at, int count);
}
