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
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The first page of a layer file. The data follows it, then the table of checksums, and there the file ends. The header determines
 * the lengths of both.
 *
 * <pre>
 * Header -> Magic, Major u16, Minor u16, HeaderLength u32, FileLength u64, Layer u32, Quantity u32, Positions u64,
 *           Encoding u32, Minimum i32, Radix u32, Digits u8, Bytes u8, 0*, Basis 32 bytes at 64, 0*,
 *           IdentityLength u16 at 1024, Identity, 0*, CRC32C u32 at 4092
 * </pre>
 *
 * @param quantity what the file holds for every position
 * @param identity the game's identity line, printable ASCII
 * @param layer the layer's number
 * @param positions the number of positions
 * @param minimum the value that digit 0 stands for
 * @param packing how values are packed
 * @param basis the digest of the file that this one was built on, in lower-case hexadecimal digits: for scores that of
 *     the scores of the layer below ({@link FileDigest#NONE} in layer 0), for distances that of the layer's scores
 */
public record LayerHeader(
        Quantity quantity, String identity, int layer, long positions, int minimum, Packing packing, String basis) {
    /** Bytes in the header: one page, so that the data begins on a page border. */
    public static final int LENGTH = 4096;

    /** Bytes of data under one checksum; the last block may be shorter. */
    public static final int BLOCK_LENGTH = 1 << 16;

    /** The longest identity line. */
    public static final int MAX_IDENTITY = 3000;

    /** The end of messages about a damaged file: what to do. */
    static final String REMEDY = "; copy the file again or run granary repair";

    static final byte[] MAGIC = "GRANARY\n".getBytes(StandardCharsets.US_ASCII);
    static final int MAJOR = 2;
    static final int MINOR = 0;

    /** Where the length of the whole file stands. */
    public static final int FILE_LENGTH_AT = 16;

    /** Where the digest of the basis stands. */
    public static final int BASIS_AT = 64;

    private static final int BASIS_LENGTH = 32;
    private static final int IDENTITY_AT = 1024;
    private static final int CHECKSUM_AT = LENGTH - Integer.BYTES;

    /**
     * Checks what can be checked of the fields alone.
     *
     * @throws IllegalArgumentException when the identity line is too long or not printable
     */
    public LayerHeader {
        if (identity.length() > MAX_IDENTITY || !identity.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException("identity line of " + identity.length() + " characters");
        }
    }

    /** Returns the bytes of data, padding included. */
    public long dataLength() {
        return packing.dataLength(positions);
    }

    /** Returns the number of blocks and so of checksums, at least 1. */
    public long blocks() {
        return (dataLength() + BLOCK_LENGTH - 1) / BLOCK_LENGTH;
    }

    /** Returns where the table of checksums begins in the file. */
    public long checksumOffset() {
        return LENGTH + dataLength();
    }

    /** Returns the bytes of the table of checksums at the end of a file of a given length, which a header is to confirm. */
    public static long checksumBytes(long fileLength) {
        long unit = BLOCK_LENGTH + Integer.BYTES;
        return Math.max(0, (fileLength - LENGTH + unit - 1) / unit * Integer.BYTES);
    }

    /** Returns the bytes in the whole file. */
    public long fileLength() {
        return checksumOffset() + blocks() * Integer.BYTES;
    }

    /** Returns the header's {@value #LENGTH} bytes. */
    public byte[] toBytes() {
        ByteBuffer page = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        page.put(MAGIC);
        page.putShort((short) MAJOR).putShort((short) MINOR).putInt(LENGTH);
        page.putLong(fileLength()).putInt(layer).putInt(quantity.code()).putLong(positions);
        page.putInt(quantity.encoding()).putInt(minimum).putInt(packing.radix());
        page.put((byte) packing.digits()).put((byte) quantity.groupLength(packing));
        page.put(BASIS_AT, HexFormat.of().parseHex(basis));
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
     * @throws UnsupportedVersionException when the major version, the quantity or its encoding is unknown
     * @throws CorruptFileException when a field has an impossible value
     */
    public static LayerHeader parse(Path path, byte[] bytes, long actualLength) {
        return parse(path, bytes, actualLength, true);
    }

    /**
     * As {@link #parse(Path, byte[], long)}, but can accept a header whose checksum does not hold. Its fields are checked all the
     * same, so that lookups stay within the file.
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
                    "this is not a layer file, or its beginning was overwritten" + REMEDY);
        }
        if (bytes.length < LENGTH) {
            throw new WrongLengthException(
                    path,
                    actualLength,
                    "a header of " + LENGTH + " bytes",
                    actualLength + " bytes",
                    "truncated copy" + REMEDY);
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
                    "the header is damaged" + REMEDY);
        }
        return new Fields(path, page).header(actualLength);
    }

    /** Reads and checks the fields of a header. */
    private record Fields(Path path, ByteBuffer page) {
        LayerHeader header(long actualLength) {
            int major = Short.toUnsignedInt(page.getShort(8));
            if (major != MAJOR) {
                throw new UnsupportedVersionException(
                        path, 8, "format version " + MAJOR, "version " + major, versionCause(major));
            }
            check(12, page.getInt(12) == LENGTH, "a header of " + LENGTH + " bytes", u32(12));
            long fileLength = page.getLong(FILE_LENGTH_AT);
            if (fileLength != actualLength) {
                throw new WrongLengthException(
                        path,
                        Math.max(0, Math.min(fileLength, actualLength)),
                        Long.toUnsignedString(fileLength) + " bytes",
                        actualLength + " bytes",
                        (Long.compareUnsigned(actualLength, fileLength) < 0
                                        ? "truncated copy, or a full disk"
                                        : "something was appended")
                                + REMEDY);
            }
            int layer = page.getInt(24);
            check(24, layer >= 0, "a layer below 2147483648", u32(24));
            Quantity quantity = quantity();
            int encoding = quantity.encoding();
            checkKnown(40, "encoding " + encoding, page.getInt(40) == encoding, "encoding " + u32(40));
            Packing packing = packing(quantity);
            long positions = page.getLong(32);
            // A byte holds 8 positions at most, which also keeps the products below from overflowing.
            check(
                    32,
                    positions >= 1 && positions / Byte.SIZE <= fileLength,
                    "as many positions as the file can hold",
                    Long.toUnsignedString(positions));
            byte[] basis = new byte[BASIS_LENGTH];
            page.get(BASIS_AT, basis);
            LayerHeader header = new LayerHeader(
                    quantity,
                    identity(),
                    layer,
                    positions,
                    page.getInt(44),
                    packing,
                    HexFormat.of().formatHex(basis));
            check(
                    FILE_LENGTH_AT,
                    fileLength == header.fileLength(),
                    "a file of " + header.fileLength() + " bytes for " + positions + " positions",
                    Long.toString(fileLength));
            return header;
        }

        private Quantity quantity() {
            int code = page.getInt(28);
            for (Quantity quantity : Quantity.values()) {
                if (quantity.code() == code) {
                    return quantity;
                }
            }
            checkKnown(28, "quantity 1 or 2", false, "quantity " + u32(28));
            throw new IllegalStateException();
        }

        private Packing packing(Quantity quantity) {
            int radix = page.getInt(48);
            String found = "radix " + u32(48) + ", k = " + Byte.toUnsignedInt(page.get(52)) + ", m = "
                    + Byte.toUnsignedInt(page.get(53));
            check(48, radix >= 2 && radix <= Packing.MAX_RADIX, "a radix of 2 to " + Packing.MAX_RADIX, found);
            Packing packing = quantity.packing(radix);
            check(
                    48,
                    page.get(52) == packing.digits() && page.get(53) == quantity.groupLength(packing),
                    "radix " + radix + ", k = " + packing.digits() + ", m = " + quantity.groupLength(packing),
                    found);
            return packing;
        }

        private String identity() {
            int length = Short.toUnsignedInt(page.getShort(IDENTITY_AT));
            check(
                    IDENTITY_AT,
                    length <= MAX_IDENTITY,
                    "an identity line of at most " + MAX_IDENTITY + " characters",
                    length + " characters");
            byte[] text = new byte[length];
            page.get(IDENTITY_AT + Short.BYTES, text);
            for (int i = 0; i < length; i++) {
                check(
                        IDENTITY_AT + Short.BYTES + i,
                        text[i] >= ' ' && text[i] <= '~',
                        "an identity line of printable ASCII",
                        "byte " + HexFormat.of().toHexDigits(text[i]));
            }
            return new String(text, StandardCharsets.US_ASCII);
        }

        private String u32(int at) {
            return Integer.toUnsignedString(page.getInt(at));
        }

        private void checkKnown(int at, String expected, boolean holds, String actual) {
            if (!holds) {
                throw new UnsupportedVersionException(path, at, expected, actual, "written by a later Granary");
            }
        }

        private void check(int at, boolean holds, String expected, String actual) {
            if (!holds) {
                throw new CorruptFileException(path, at, expected, actual, "not written by Granary");
            }
        }
    }

    /** Returns the likely cause of an unknown version, and what to do. */
    static String versionCause(long version) {
        return version > MAJOR
                ? "written by a later Granary"
                : "written by an earlier Granary; build the database again, in a new directory";
    }

    private static int checksum(byte[] page) {
        CRC32C crc = new CRC32C();
        crc.update(page, 0, CHECKSUM_AT);
        return (int) crc.getValue();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }
}
