package granary.format;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

/**
 * The first page of a layer file. The data follows it, then the table of checksums, and there the file ends. The header determines
 * the lengths of both.
 *
 * <pre>
 * Header -> Magic, Major u16, Minor u16, HeaderLength u32, FileLength u64, Layer u32, Quantity u32, Positions u64,
 *           0*, Minimum i32 at 44, Radix u32, Digits u8, Bits u8, 0*, BuiltOn 32 bytes at 64, 0*,
 *           IdentityLength u16 at 1024, Identity, 0*, CRC32C u32 at 4092
 * </pre>
 *
 * @param kind what the file holds for every position: scores, distances or bounds
 * @param identity the game's identity line, printable ASCII
 * @param layer the layer's number
 * @param positions the number of positions
 * @param minimum the value that digit 0 stands for
 * @param packing how values are packed
 * @param builtOn the digest of the file that this one was built on, in lower-case hexadecimal digits: for scores and for bounds that of
 *     their parent, the same kind's file of the layer below ({@link FileDigest#NONE} in layer 0); for distances that of their source, the
 *     scores of the same layer
 */
public record LayerHeader(
        FileKind kind, String identity, int layer, long positions, int minimum, Packing packing, String builtOn)
        implements FileHeader {
    /** Bytes of data under one checksum; the last chunk may be shorter. */
    public static final int CHUNK_LENGTH = 1 << 16;

    /** The longest identity line. */
    public static final int MAX_IDENTITY = 3000;

    /** The end of messages about a damaged file: what to do. */
    public static final String REMEDY = "; copy the file again or run granary repair";

    private static final int BUILT_ON_AT = 64;

    /**
     * Checks what can be checked of the fields alone.
     *
     * @throws IllegalArgumentException when the identity line is too long or not printable
     */
    public LayerHeader {
        if (identity.length() > MAX_IDENTITY || !identity.matches("[ -~]*")) {
            throw new IllegalArgumentException("identity line of " + identity.length() + " characters");
        }
    }

    /** Returns the bytes of data, padding included. */
    public long dataLength() {
        return packing.dataLength(positions);
    }

    /** Returns the number of chunks and so of checksums, at least 1. */
    public long chunks() {
        return (dataLength() + CHUNK_LENGTH - 1) / CHUNK_LENGTH;
    }

    /** Returns the offset of the table of checksums in the file. */
    public long checksumOffset() {
        return LENGTH + dataLength();
    }

    @Override
    public List<Reference> references() {
        return List.of(
                kind == FileKind.DISTANCES
                        ? new Reference(BUILT_ON_AT, FileKind.SCORES, layer, builtOn)
                        : new Reference(BUILT_ON_AT, kind, layer - 1, builtOn));
    }

    @Override
    public long fileLength() {
        return checksumOffset() + chunks() * Integer.BYTES;
    }

    /** Returns the header's {@value #LENGTH} bytes. */
    public byte[] toBytes() {
        ByteBuffer page = HeaderPage.create(fileLength(), layer, kind, positions, minimum);
        page.putInt(48, packing.radix());
        page.put(52, (byte) packing.digits()).put(53, (byte) packing.bits());
        page.put(BUILT_ON_AT, HexFormat.of().parseHex(builtOn));
        return HeaderPage.finish(page, identity);
    }

    /** Reads a header of packed values: see {@link FileHeader#parse}. */
    public static LayerHeader parse(String where, byte[] bytes, long actualLength) {
        HeaderPage page = HeaderPage.parse(where, bytes, actualLength);
        FileKind kind = page.kind(FileKind.SCORES, FileKind.DISTANCES, FileKind.BOUNDS);
        Packing packing = packing(page);
        // A byte holds 8 positions at most, which also keeps the products below from overflowing.
        long positions = page.positions(Byte.SIZE);
        LayerHeader header = new LayerHeader(
                kind, page.identity(), page.layer(), positions, page.i32(44), packing, page.digest(BUILT_ON_AT));
        page.checkLength(header.fileLength(), positions + " positions");
        return header;
    }

    private static Packing packing(HeaderPage page) {
        long radix = page.u32(48);
        String found = "radix " + radix + ", k = " + page.u8(52) + ", b = " + page.u8(53);
        if (radix < 2 || radix > Packing.MAX_RADIX) {
            throw page.corrupt(48, "a radix of 2 to " + Packing.MAX_RADIX, found);
        }
        Packing packing = Packing.of(0, (int) radix - 1);
        String expected = "radix " + radix + ", k = " + packing.digits() + ", b = " + packing.bits();
        if (!found.equals(expected)) {
            throw page.corrupt(48, expected, found);
        }
        return packing;
    }
}
