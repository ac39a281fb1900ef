package granary.plain;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The first page of a file of packed scores, distances or bounds, and the lengths that follow from it.
 *
 * @param quantity {@link #SCORES}, {@link #DISTANCES} or {@link #BOUNDS}
 * @param identity the game's identity line
 * @param layer the number of seeds
 * @param positions the number of boards
 * @param minimum the value that digit 0 stands for
 * @param radix the number of different values
 * @param builtOn the digest of the file that this one was built on, in hexadecimal digits
 */
public record Header(int quantity, String identity, int layer, long positions, int minimum, int radix, String builtOn) {
    public static final int SCORES = 1;
    public static final int DISTANCES = 2;
    public static final int BOUNDS = 4;
    /** Bytes of the page. */
    public static final int LENGTH = 4096;
    /** Bytes of data under one checksum. */
    public static final int CHUNK = 65536;
    /** The digest that stands for the parent of layer 0. */
    public static final String NOTHING = "0".repeat(64);

    private static final byte[] MAGIC = "GRANARY\n".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 4;
    private static final int CHECKSUM = LENGTH - 4;
    private static final int MOST_IDENTITY = 3000;
    private static final int MOST_RADIX = 65536;

    /** Returns the header of the scores of a layer of awari. */
    public static Header ofScores(Rules rules, int pits, int seeds, String parent) {
        return of(SCORES, identity(rules, pits), seeds, Boards.count(2 * pits, seeds), -seeds, seeds, parent);
    }

    /** Returns the header of the distances of a layer of awari, of which the longest is given. */
    public static Header ofDistances(Rules rules, int pits, int seeds, int longest, String source) {
        return of(DISTANCES, identity(rules, pits), seeds, Boards.count(2 * pits, seeds), 0, longest, source);
    }

    /** Returns the header of the bounds of a layer of awari. */
    public static Header ofBounds(Rules rules, int pits, int seeds, String parent) {
        int last = Bounds.pairs(seeds) - 1;
        return of(BOUNDS, identity(rules, pits), seeds, Boards.count(2 * pits, seeds), 0, last, parent);
    }

    /** Returns the header of any game's values from a minimum to a maximum. */
    public static Header of(
            int quantity, String identity, int layer, long positions, int minimum, int maximum, String builtOn) {
        return new Header(quantity, identity, layer, positions, minimum, Math.max(2, maximum - minimum + 1), builtOn);
    }

    /** Returns the identity line of awari. */
    static String identity(Rules rules, int pits) {
        return "awari pits=" + pits + " rules=" + rules.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the packing of the values. */
    public Packing packing() {
        return Packing.of(radix);
    }

    /** Returns the bytes of the packed values and of the zeros behind them. */
    public long dataLength() {
        return (packing().bytes(positions) + 15) / 8 * 8;
    }

    /** Returns the number of checksums. */
    public long chunks() {
        return (dataLength() + CHUNK - 1) / CHUNK;
    }

    /** Returns the length of the file. */
    public long fileLength() {
        return LENGTH + dataLength() + 4 * chunks();
    }

    /** Returns the page. */
    public byte[] bytes() {
        ByteBuffer page = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        page.put(0, MAGIC).putShort(8, (short) VERSION).putInt(12, LENGTH).putLong(16, fileLength());
        page.putInt(24, layer).putInt(28, quantity).putLong(32, positions);
        page.putInt(44, minimum).putInt(48, radix);
        page.put(52, (byte) packing().digits()).put(53, (byte) packing().bits());
        page.put(64, HexFormat.of().parseHex(builtOn));
        page.putShort(1024, (short) identity.length()).put(1026, identity.getBytes(StandardCharsets.US_ASCII));
        return sign(page.array());
    }

    /** Returns a file whose header's checksum is right again. */
    public static byte[] sign(byte[] file) {
        byte[] signed = file.clone();
        int checksum = Checksums.crc(file, 0, CHECKSUM);
        ByteBuffer.wrap(signed).order(ByteOrder.LITTLE_ENDIAN).putInt(CHECKSUM, checksum);
        return signed;
    }

    /** Reads the header of a whole file. Throws an {@link IllegalArgumentException} when it is to be refused, whatever lists it. */
    public static Header read(byte[] file) {
        ByteBuffer page = open(file);
        int quantity = page.getInt(28);
        refuseUnless(quantity == SCORES || quantity == DISTANCES || quantity == BOUNDS, "quantity");
        int radix = page.getInt(48);
        refuseUnless(radix >= 2 && radix <= MOST_RADIX, "radix");
        String builtOn = HexFormat.of().formatHex(file, 64, 96);
        Header header = new Header(
                quantity, identity(file), page.getInt(24), page.getLong(32), page.getInt(44), radix, builtOn);
        refuseUnless(page.get(52) == header.packing().digits(), "k");
        refuseUnless(page.get(53) == header.packing().bits(), "b");
        refuseUnless(header.positions > 0 && header.positions < 1L << 50, "number of positions");
        refuseUnless(page.getLong(16) == header.fileLength() && file.length == header.fileLength(), "length");
        return header;
    }

    /** Returns the file, whose header has the right magic, version, length and checksum. */
    static ByteBuffer open(byte[] file) {
        refuseUnless(file.length >= LENGTH, "length");
        ByteBuffer page = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        refuseUnless(Arrays.equals(MAGIC, Arrays.copyOf(file, MAGIC.length)), "magic");
        refuseUnless(page.getShort(8) == VERSION, "major version");
        refuseUnless(page.getInt(CHECKSUM) == Checksums.crc(file, 0, CHECKSUM), "checksum of the header");
        refuseUnless(page.getInt(12) == LENGTH, "length of the header");
        return page;
    }

    /** Returns the identity line of a file. */
    static String identity(byte[] file) {
        int length = Short.toUnsignedInt(
                ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getShort(1024));
        refuseUnless(length <= MOST_IDENTITY, "length of the identity line");
        return new String(file, 1026, length, StandardCharsets.ISO_8859_1);
    }

    static void refuseUnless(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalArgumentException("wrong " + what);
        }
    }
}
