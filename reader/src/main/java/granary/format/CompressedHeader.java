package granary.format;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The first page of a file with the compressed scores of a layer. The model follows it, filled up with zeros to whole pages; then the
 * pages of blocks; then the directory, for each page and behind the last the number of the first block in it or behind it, u32; then
 * the index, every {@value #INDEXED}th entry of the directory, which speeds up the search in a long one.
 *
 * <pre>
 * Header -> as LayerHeader to Minimum, Units u32 at 48, Source 32 bytes at 64, Parent 32 bytes at 96,
 *           ModelLength u32 at 128, ModelChecksum u32 at 132, Pages u32 at 136, 0*, identity and checksum as LayerHeader
 * </pre>
 *
 * @param identity the game's identity line
 * @param layer the layer's number
 * @param positions the number of positions
 * @param minimum the lowest score
 * @param units the numbers in a row of the model
 * @param modelLength the bytes of the model
 * @param modelChecksum its CRC-32C
 * @param pages the number of pages
 * @param source the digest of the packed scores of this layer, which it was made of
 * @param parent the digest of the packed scores of the layer below, {@link FileDigest#NONE} in layer 0
 */
public record CompressedHeader(
        String identity,
        int layer,
        long positions,
        int minimum,
        int units,
        int modelLength,
        int modelChecksum,
        long pages,
        String source,
        String parent)
        implements FileHeader {
    /** The lowest layer that is compressed: those below stay packed in a compressed database, for engines and pages. */
    public static final int LOWEST = 17;

    /** Bytes in a page. */
    public static final int PAGE = 4096;

    /** The pages that an entry of the index stands for. */
    public static final int INDEXED = 4096;

    /** The offset of the blocks' length bytes in a page. */
    public static final int LENGTHS_AT = 6;

    /** The most positions in a compressed layer: 2^32 blocks of 256. */
    public static final long MAX_POSITIONS = 1L << 40;

    private static final int MAX_UNITS = 1024;
    private static final int MAX_MODEL = 1 << 24;
    private static final int SOURCE_AT = 64;
    private static final int PARENT_AT = 96;
    private static final int PAGES_AT = 136;

    @Override
    public FileKind kind() {
        return FileKind.COMPRESSED;
    }

    /** {@inheritDoc} These are the packed scores of this layer, and those of the layer below. */
    @Override
    public List<Reference> references() {
        return List.of(
                new Reference(SOURCE_AT, FileKind.SCORES, layer, source),
                new Reference(PARENT_AT, FileKind.SCORES, layer - 1, parent));
    }

    /** Returns the offset of the pages in the file. */
    public long pagesOffset() {
        return LayerHeader.LENGTH + (modelLength + PAGE - 1L) / PAGE * PAGE;
    }

    /** Returns the offset of the numbers of the pages' first blocks in the file. */
    public long directoryOffset() {
        return pagesOffset() + pages * PAGE;
    }

    /** Returns the offset of the index in the file. */
    public long indexOffset() {
        return directoryOffset() + (pages + 1) * Integer.BYTES;
    }

    @Override
    public long fileLength() {
        return indexOffset() + (pages + INDEXED - 1) / INDEXED * Integer.BYTES;
    }

    /** Returns the identity of the file: digests, length and checksum of the model, as they stand in the header. */
    public byte[] name() {
        return Arrays.copyOfRange(toBytes(), SOURCE_AT, PAGES_AT);
    }

    /**
     * Returns the checksum of a page. It covers what names the file, so a page of another file is found, and the number of the page's
     * first block, which stands in the directory, so a damaged entry and a page in the wrong place are.
     *
     * @param name the file's {@link #name}
     * @param firstBlock the number of its first block
     * @param bytes holds the page
     * @param at index of its first byte
     */
    public static int pageChecksum(byte[] name, int firstBlock, byte[] bytes, int at) {
        CRC32C crc = new CRC32C();
        crc.update(name);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc.update(firstBlock >>> shift);
        }
        crc.update(bytes, at + Integer.BYTES, PAGE - Integer.BYTES);
        return (int) crc.getValue();
    }

    /** Returns the header's {@value FileHeader#LENGTH} bytes. */
    public byte[] toBytes() {
        ByteBuffer page = HeaderPage.create(fileLength(), layer, FileKind.COMPRESSED, positions, minimum);
        page.putInt(48, units);
        page.put(SOURCE_AT, HexFormat.of().parseHex(source));
        page.put(PARENT_AT, HexFormat.of().parseHex(parent));
        page.putInt(128, modelLength).putInt(132, modelChecksum).putInt(PAGES_AT, (int) pages);
        return HeaderPage.finish(page, identity);
    }

    /** Reads a header of compressed scores: see {@link FileHeader#parse}. */
    public static CompressedHeader parse(String where, byte[] bytes, long actualLength) {
        HeaderPage page = HeaderPage.parse(where, bytes, actualLength);
        page.kind(FileKind.COMPRESSED);
        long units = page.u32(48);
        if (units < 2 || units > MAX_UNITS || units % 2 != 0) {
            throw page.corrupt(48, "an even number of units, to " + MAX_UNITS, "" + units);
        }
        long modelLength = page.u32(128);
        if (modelLength > MAX_MODEL) {
            throw page.corrupt(128, "a model of at most " + MAX_MODEL + " bytes", modelLength + " bytes");
        }
        // A block takes a byte or more.
        long positions = page.positions(256);
        if (page.u32(PAGES_AT) == 0) {
            throw page.corrupt(PAGES_AT, "a page or more", "none");
        }
        CompressedHeader header = new CompressedHeader(
                page.identity(),
                page.layer(),
                positions,
                page.i32(44),
                (int) units,
                (int) modelLength,
                page.i32(132),
                page.u32(PAGES_AT),
                page.digest(SOURCE_AT),
                page.digest(PARENT_AT));
        page.checkLength(header.fileLength(), header.pages + " pages");
        return header;
    }
}
