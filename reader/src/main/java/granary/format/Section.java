package granary.format;

/**
 * One quantity stored for every position of a layer: where its data lies and how it is encoded.
 *
 * @param kind what it is: {@link #SCORE}; later quantities take later numbers, and readers pass over those they do not
 *     know
 * @param encoding how it is stored: {@link #RADIX_GROUPS}
 * @param dataOffset first byte of the data
 * @param dataLength bytes of data, padding included
 * @param checksumOffset first byte of the table of CRC32C checksums, 4 bytes a block
 * @param blockLength bytes of data under one checksum; the last block may be shorter
 * @param minimum the value that digit 0 stands for
 * @param packing how values are packed
 */
public record Section(
        int kind,
        int encoding,
        long dataOffset,
        long dataLength,
        long checksumOffset,
        int blockLength,
        int minimum,
        Packing packing) {
    /** The score, from the mover's point of view. */
    public static final int SCORE = 1;

    /** Groups of k digits in m bytes: see {@link Packing}. */
    public static final int RADIX_GROUPS = 1;

    /** The bytes under one checksum in files that this version writes. */
    public static final int BLOCK_LENGTH = 1 << 16;

    /** Returns the number of checksums, at least 1. */
    public long blocks() {
        return (dataLength + blockLength - 1) / blockLength;
    }
}
