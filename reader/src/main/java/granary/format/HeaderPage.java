package granary.format;

import granary.error.DamagedFileException;
import granary.error.UnsupportedDatabaseException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** The first page of a file: what the headers of all files have in common, and how a field of them is found wrong. */
final class HeaderPage {
    static final byte[] MAGIC = "GRANARY\n".getBytes(StandardCharsets.US_ASCII);
    static final int MAJOR = 4;
    static final int MINOR = 0;

    private static final int LENGTH = LayerHeader.LENGTH;
    private static final int IDENTITY_AT = 1024;
    private static final int CHECKSUM_AT = LENGTH - Integer.BYTES;
    private static final int DIGEST_LENGTH = 32;

    private final String where;
    private final ByteBuffer page;

    private HeaderPage(String where, ByteBuffer page) {
        this.where = where;
        this.page = page;
    }

    /** Returns a page with the fields that all headers begin with. */
    static ByteBuffer create(long fileLength, int layer, FileKind kind, long positions, int minimum) {
        ByteBuffer page = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        page.put(MAGIC);
        page.putShort((short) MAJOR).putShort((short) MINOR).putInt(LENGTH);
        page.putLong(fileLength).putInt(layer).putInt(kind.code()).putLong(positions);
        page.putInt(44, minimum);
        return page;
    }

    /** Adds the identity line and the checksum, and returns the page's bytes. */
    static byte[] finish(ByteBuffer page, String identity) {
        page.position(IDENTITY_AT);
        page.putShort((short) identity.length()).put(identity.getBytes(StandardCharsets.US_ASCII));
        byte[] bytes = new byte[LENGTH];
        page.get(0, bytes);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(CHECKSUM_AT, checksum(bytes));
        return bytes;
    }

    /** Checks magic, length, checksum and version: see {@link FileHeader#parse}. */
    static HeaderPage parse(String where, byte[] bytes, long actualLength) {
        byte[] magic = Arrays.copyOf(bytes, Math.min(bytes.length, MAGIC.length));
        if (!Arrays.equals(magic, Arrays.copyOf(MAGIC, magic.length)) || magic.length == 0) {
            throw new DamagedFileException(
                    where,
                    0,
                    "the magic " + hex(MAGIC),
                    actualLength == 0 ? "an empty file" : hex(magic),
                    "this is not a layer file, or its beginning was overwritten" + LayerHeader.REMEDY);
        }
        if (bytes.length < LENGTH) {
            throw new DamagedFileException(
                    where,
                    actualLength,
                    "a header of " + LENGTH + " bytes",
                    actualLength + " bytes",
                    "truncated copy" + LayerHeader.REMEDY);
        }
        ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int stored = page.getInt(CHECKSUM_AT);
        int computed = checksum(bytes);
        if (stored != computed) {
            throw new DamagedFileException(
                    where,
                    CHECKSUM_AT,
                    "header checksum " + Integer.toHexString(computed),
                    Integer.toHexString(stored),
                    "the header is damaged" + LayerHeader.REMEDY);
        }
        HeaderPage header = new HeaderPage(where, page);
        header.checkBeginning(actualLength);
        return header;
    }

    private void checkBeginning(long actualLength) {
        int major = Short.toUnsignedInt(page.getShort(8));
        if (major != MAJOR) {
            throw new UnsupportedDatabaseException(
                    where, 8, "format version " + MAJOR, "version " + major, versionCause(major));
        }
        if (page.getInt(12) != LENGTH) {
            throw corrupt(12, "a header of " + LENGTH + " bytes", "" + u32(12));
        }
        long fileLength = fileLength();
        if (fileLength != actualLength) {
            boolean shorter = Long.compareUnsigned(actualLength, fileLength) < 0;
            String cause = shorter ? "truncated copy, or a full disk" : "something was appended";
            throw new DamagedFileException(
                    where,
                    Math.max(0, Math.min(fileLength, actualLength)),
                    Long.toUnsignedString(fileLength) + " bytes",
                    actualLength + " bytes",
                    cause + LayerHeader.REMEDY);
        }
        if (layer() < 0) {
            throw corrupt(24, "a layer below 2147483648", "" + u32(24));
        }
    }

    private long fileLength() {
        return page.getLong(FileHeader.FILE_LENGTH_AT);
    }

    int layer() {
        return page.getInt(24);
    }

    /** Returns which of some kinds the file is. */
    FileKind kind(FileKind... known) {
        for (FileKind kind : known) {
            if (kind.code() == u32(28)) {
                return kind;
            }
        }
        throw new UnsupportedDatabaseException(
                where,
                28,
                "quantity " + (known.length == 1 ? known[0].code() : "1, 2 or 4"),
                "quantity " + u32(28),
                "written by a later Granary");
    }

    /** Returns the number of positions, of which a byte holds at most a number. */
    long positions(int mostInByte) {
        long positions = page.getLong(32);
        if (positions < 1 || positions / mostInByte > fileLength()) {
            throw corrupt(32, "as many positions as the file can hold", Long.toUnsignedString(positions));
        }
        return positions;
    }

    /** Checks the file's length, which follows from other fields. */
    void checkLength(long expected, String what) {
        if (fileLength() != expected) {
            throw corrupt(FileHeader.FILE_LENGTH_AT, "a file of " + expected + " bytes for " + what, "" + fileLength());
        }
    }

    int u8(int at) {
        return Byte.toUnsignedInt(page.get(at));
    }

    int i32(int at) {
        return page.getInt(at);
    }

    long u32(int at) {
        return Integer.toUnsignedLong(page.getInt(at));
    }

    String digest(int at) {
        byte[] digest = new byte[DIGEST_LENGTH];
        page.get(at, digest);
        return HexFormat.of().formatHex(digest);
    }

    String identity() {
        int length = Short.toUnsignedInt(page.getShort(IDENTITY_AT));
        if (length > LayerHeader.MAX_IDENTITY) {
            throw corrupt(
                    IDENTITY_AT,
                    "an identity line of at most " + LayerHeader.MAX_IDENTITY + " characters",
                    length + " characters");
        }
        byte[] text = new byte[length];
        page.get(IDENTITY_AT + Short.BYTES, text);
        for (int i = 0; i < length; i++) {
            if (text[i] < ' ' || text[i] > '~') {
                throw corrupt(
                        IDENTITY_AT + Short.BYTES + i,
                        "an identity line of printable ASCII",
                        "byte " + HexFormat.of().toHexDigits(text[i]));
            }
        }
        return new String(text, StandardCharsets.US_ASCII);
    }

    /** Says that a field has a value that it cannot have. */
    DamagedFileException corrupt(int at, String expected, String actual) {
        return new DamagedFileException(where, at, expected, actual, "not written by Granary");
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
