package granary.format;

import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import granary.error.WrongLengthException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The first page of a layer file.
 *
 * <pre>
 * Header   -> Magic, Major u16, Minor u16, HeaderLength u32, FileLength u64, Layer u32, SectionCount u32,
 *             Positions u64, 0*, Section^15 at 64, IdentityLength u16 at 1024, Identity, 0*, CRC32C u32 at 4092
 * Section  -> Kind u32, Encoding u32, DataOffset u64, DataLength u64, ChecksumOffset u64, BlockLength u32,
 *             Minimum i32, Radix u32, Digits u8, Bytes u8, 0*                                      (64 bytes)
 * </pre>
 *
 * @param identity the game's identity line, ASCII
 * @param layer the layer's number
 * @param positions the number of positions
 * @param fileLength bytes in the whole file
 * @param scores the section that holds the scores
 */
public record LayerHeader(String identity, int layer, long positions, long fileLength, Section scores) {
    /** Bytes in the header: one page, so that the data begins on a page border. */
    public static final int LENGTH = 4096;

    static final byte[] MAGIC = "GRANARY\n".getBytes(StandardCharsets.US_ASCII);
    static final int MAJOR = 1;
    static final int MINOR = 0;

    private static final int SECTIONS_AT = 64;
    private static final int SECTION_LENGTH = 64;
    private static final int MAX_SECTIONS = 15;
    private static final int IDENTITY_AT = 1024;
    private static final int CHECKSUM_AT = LENGTH - Integer.BYTES;

    /**
     * Returns the header of a layer that this version writes: one section, right behind the header, its checksums
     * behind it.
     *
     * @param identity the game's identity line, ASCII, at most 3,000 characters
     * @param layer the layer's number
     * @param positions the number of positions, at least 1
     * @param minimum the lowest score of the layer
     * @param maximum the highest score of the layer
     */
    public static LayerHeader of(String identity, int layer, long positions, int minimum, int maximum) {
        if (identity.length() > 3000) {
            throw new IllegalArgumentException("identity line of " + identity.length() + " characters");
        }
        Packing packing = Packing.of(minimum, maximum);
        long dataLength = packing.dataLength(positions);
        Section scores = new Section(
                Section.SCORE,
                Section.RADIX_GROUPS,
                LENGTH,
                dataLength,
                LENGTH + dataLength,
                Section.BLOCK_LENGTH,
                minimum,
                packing);
        long fileLength = LENGTH + dataLength + scores.blocks() * Integer.BYTES;
        return new LayerHeader(identity, layer, positions, fileLength, scores);
    }

    /** Returns the header's {@value #LENGTH} bytes. */
    public byte[] toBytes() {
        ByteBuffer page = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        page.put(MAGIC);
        page.putShort((short) MAJOR).putShort((short) MINOR).putInt(LENGTH);
        page.putLong(fileLength).putInt(layer).putInt(1).putLong(positions);
        page.position(SECTIONS_AT);
        page.putInt(scores.kind()).putInt(scores.encoding());
        page.putLong(scores.dataOffset()).putLong(scores.dataLength()).putLong(scores.checksumOffset());
        page.putInt(scores.blockLength()).putInt(scores.minimum());
        page.putInt(scores.packing().radix());
        page.put((byte) scores.packing().digits()).put((byte) scores.packing().bytes());
        page.position(IDENTITY_AT);
        page.putShort((short) identity.length()).put(identity.getBytes(StandardCharsets.US_ASCII));
        page.putInt(CHECKSUM_AT, checksum(page.array()));
        return page.array();
    }

    /**
     * Reads a header and checks everything that can be checked without reading the data.
     *
     * @param path the file, for messages
     * @param bytes the file's first {@value #LENGTH} bytes, or all of it when it is shorter
     * @param actualLength the file's length in bytes
     * @throws NotADatabaseException when the magic is missing
     * @throws WrongLengthException when the file is shorter or longer than the header says
     * @throws ChecksumException when the header's checksum does not hold
     * @throws UnsupportedVersionException when the major version or the scores' encoding is unknown
     * @throws CorruptFileException when a field has an impossible value
     */
    public static LayerHeader parse(Path path, byte[] bytes, long actualLength) {
        return parse(path, bytes, actualLength, true);
    }

    /**
     * As {@link #parse(Path, byte[], long)}, with a choice to let a header pass whose checksum does not hold. What its
     * fields say is inside the file all the same.
     *
     * @param checksum whether to compare the header's checksum
     */
    public static LayerHeader parse(Path path, byte[] bytes, long actualLength, boolean checksum) {
        byte[] magic = Arrays.copyOf(bytes, Math.min(bytes.length, MAGIC.length));
        if (!Arrays.equals(magic, Arrays.copyOf(MAGIC, magic.length)) || magic.length == 0) {
            throw new NotADatabaseException(
                    path,
                    0,
                    "the magic " + hex(MAGIC),
                    actualLength == 0 ? "an empty file" : hex(magic),
                    "this is not a layer file, or its beginning was overwritten");
        }
        if (bytes.length < LENGTH) {
            throw new WrongLengthException(
                    path, actualLength, "a header of " + LENGTH + " bytes", actualLength + " bytes", "truncated copy");
        }
        ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int stored = page.getInt(CHECKSUM_AT);
        int computed = checksum(bytes);
        if (checksum && stored != computed) {
            throw new ChecksumException(
                    path,
                    CHECKSUM_AT,
                    "header checksum " + Integer.toHexString(computed),
                    Integer.toHexString(stored),
                    "the header is damaged; copy the file again or rebuild the layer");
        }
        int major = Short.toUnsignedInt(page.getShort(8));
        if (major != MAJOR) {
            throw new UnsupportedVersionException(
                    path, 8, "format version " + MAJOR, "version " + major, "written by a later Granary");
        }
        long fileLength = page.getLong(16);
        if (fileLength != actualLength) {
            throw new WrongLengthException(
                    path,
                    Math.max(0, Math.min(fileLength, actualLength)),
                    fileLength + " bytes",
                    actualLength + " bytes",
                    actualLength < fileLength ? "truncated copy, or a full disk" : "something was appended");
        }
        int layer = page.getInt(24);
        long positions = page.getLong(32);
        int sections = page.getInt(28);
        check(path, 28, sections >= 1 && sections <= MAX_SECTIONS, "1 to " + MAX_SECTIONS + " sections", sections);
        int length = Short.toUnsignedInt(page.getShort(IDENTITY_AT));
        check(path, IDENTITY_AT, length <= 3000, "an identity of at most 3000 characters", length);
        String identity = new String(bytes, IDENTITY_AT + Short.BYTES, length, StandardCharsets.US_ASCII);
        for (int i = 0; i < sections; i++) {
            int at = SECTIONS_AT + i * SECTION_LENGTH;
            if (page.getInt(at) == Section.SCORE) {
                Section scores = parseSection(path, page, at, positions, fileLength);
                return new LayerHeader(identity, layer, positions, fileLength, scores);
            }
        }
        throw new CorruptFileException(path, SECTIONS_AT, "a section of scores", "none", "written by another program");
    }

    private static Section parseSection(Path path, ByteBuffer page, int at, long positions, long fileLength) {
        int encoding = page.getInt(at + 4);
        if (encoding != Section.RADIX_GROUPS) {
            throw new UnsupportedVersionException(
                    path,
                    at + 4L,
                    "encoding " + Section.RADIX_GROUPS,
                    "encoding " + encoding,
                    "written by a later Granary");
        }
        int radix = page.getInt(at + 40);
        int digits = Byte.toUnsignedInt(page.get(at + 44));
        int bytes = Byte.toUnsignedInt(page.get(at + 45));
        Packing packing;
        try {
            packing = new Packing(radix, digits, bytes);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(path, at + 40L, "a packing", e.getMessage(), "written by another program");
        }
        Section section = new Section(
                page.getInt(at),
                encoding,
                page.getLong(at + 8),
                page.getLong(at + 16),
                page.getLong(at + 24),
                page.getInt(at + 32),
                page.getInt(at + 36),
                packing);
        // A file cannot hold more positions than 8 a byte, which also keeps the products below from overflowing.
        check(
                path,
                32,
                positions >= 1 && positions / 8 <= fileLength,
                "as many positions as the file can hold",
                positions);
        check(
                path,
                at + 8L,
                section.dataOffset() >= LENGTH && section.dataOffset() <= fileLength,
                "data behind the header",
                section.dataOffset());
        check(
                path,
                at + 16L,
                section.dataLength() >= packing.dataLength(positions)
                        && section.dataLength() <= fileLength - section.dataOffset(),
                "at least " + packing.dataLength(positions) + " bytes of data, inside the file",
                section.dataLength());
        check(path, at + 32L, section.blockLength() >= 1, "a block length of 1 or more", section.blockLength());
        check(
                path,
                at + 24L,
                section.checksumOffset() >= LENGTH
                        && section.checksumOffset() <= fileLength
                        && section.blocks() <= (fileLength - section.checksumOffset()) / Integer.BYTES,
                "checksums inside the file",
                section.checksumOffset());
        return section;
    }

    private static void check(Path path, long offset, boolean holds, String expected, long actual) {
        if (!holds) {
            throw new CorruptFileException(path, offset, expected, Long.toString(actual), "written by another program");
        }
    }

    private static int checksum(byte[] page) {
        CRC32C crc = new CRC32C();
        crc.update(page, 0, CHECKSUM_AT);
        return (int) crc.getValue();
    }

    private static String hex(byte[] bytes) {
        return java.util.HexFormat.ofDelimiter(" ").formatHex(bytes);
    }
}
