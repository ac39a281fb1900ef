package granary.compressed;

import granary.awari.Awari;
import granary.error.DamagedFileException;
import granary.format.CompressedHeader;
import granary.format.LayerHeader;
import granary.storage.CheckedSections;
import granary.storage.Prefetch;
import granary.storage.Storage;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * The model, the pages and the directory of a compressed file.
 *
 * <pre>
 * Page -> Checksum u32 as {@link CompressedHeader#pageChecksum}, Blocks u16, Length u8 for each block, the blocks, 0*
 * </pre>
 *
 * <p>Any number of threads may use it.
 */
final class CompressedPages implements CheckedSections {
    private static final int BLOCKS_AT = 4;

    private final String where;
    private final Storage storage;
    /** The storage of the pages: one that checks them whenever it fetches them from a server, or {@link #storage}. */
    private final Storage data;

    private final CompressedHeader header;
    private final byte[] name;
    private final boolean checks;
    /** True if pages are checked when they are read, because {@link #data} does not. */
    private final boolean comparesPages;

    private final long directory;
    private final long index;

    CompressedPages(String where, Storage storage, CompressedHeader header, boolean checks) {
        this.where = where;
        this.storage = storage;
        this.header = header;
        this.name = header.name();
        this.checks = checks;
        this.directory = header.directoryOffset();
        this.index = header.indexOffset();
        Storage checking = checks ? storage.checking(this) : null;
        this.data = checking == null ? storage : checking;
        this.comparesPages = checks && checking == null;
    }

    Storage data() {
        return data;
    }

    /** Queues the model. */
    void prefetchModel(Prefetch prefetch) {
        prefetch.add(storage, LayerHeader.LENGTH, header.modelLength());
    }

    /** Queues the page of a block; before it the part of the directory that has the number of the page. */
    void prefetch(long block, Prefetch prefetch) {
        long part = partOf(block);
        long entries = Math.min(CompressedHeader.INDEXED, header.pages() - part) + 1;
        if (!prefetch.addFirst(storage, directory + part * Integer.BYTES, entries * Integer.BYTES)) {
            prefetch.add(data, offset(pageOf(block, part)), CompressedHeader.PAGE);
        }
    }

    @Override
    public long start() {
        return header.pagesOffset();
    }

    @Override
    public long end() {
        return directory;
    }

    @Override
    public int sectionLength() {
        return CompressedHeader.PAGE;
    }

    /** {@inheritDoc} These are the entries of the page and of the next, for the checksum covers the page's first block. */
    @Override
    public long checksumAt(long page) {
        return directory + page * Integer.BYTES;
    }

    @Override
    public void checkSection(long page, byte[] bytes, int at, int length) {
        check(offset(page), (int) storage.getLong(checksumAt(page)), bytes, at);
    }

    /** Reads the model. */
    Model model(Awari game) {
        return storage.parse(LayerHeader.LENGTH, header.modelLength(), bytes -> model(game, bytes));
    }

    private Model model(Awari game, byte... bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        if (checks && (int) crc.getValue() != header.modelChecksum()) {
            throw damaged(LayerHeader.LENGTH, "the model", header.modelChecksum(), (int) crc.getValue(), "");
        }
        Model model = Model.parse(game.cells(), header.layer(), header.units(), bytes);
        if (model == null) {
            throw new DamagedFileException(
                    where,
                    LayerHeader.LENGTH,
                    "a model whose tree ends in scores",
                    "another",
                    "written by another program");
        }
        return model;
    }

    /**
     * Reads the page of a block.
     *
     * @param block the block's number
     * @param page receives the page
     * @return {@link #start} and {@link #length} of the block in one number
     */
    long find(long block, byte[] page) {
        try {
            return look(block, page);
        } catch (DamagedFileException e) { // the page is whole, but the wrong one
            if (!storage.renew(directory, header.fileLength() - directory)) {
                throw e;
            }
        }
        return look(block, page);
    }

    private long look(long block, byte[] page) {
        long number = pageOf(block, partOf(block));
        read(number, page, comparesPages);
        return place(block, number, page);
    }

    /** Reads a page, and compares its checksum if that is wanted. */
    private void read(long number, byte[] page, boolean compares) {
        data.read(offset(number), page, 0, page.length);
        if (compares) {
            check(offset(number), (int) firstBlock(number), page, 0);
        }
    }

    /** Reads a page. */
    void read(long number, byte[] page) {
        read(number, page, false);
    }

    /** Returns the offset of a page in the file. */
    private long offset(long number) {
        return header.pagesOffset() + number * CompressedHeader.PAGE;
    }

    /** Returns the place of a block in a page that was read: {@link #start} and {@link #length} in one number. */
    private long place(long block, long number, byte[] page) {
        long first = firstBlock(number);
        long index = block - first;
        int blocks = blocksIn(page);
        int positions = positions(block);
        int start = CompressedHeader.LENGTHS_AT + blocks;
        int length = 0;
        boolean holds = positions > 0
                && index >= 0
                && index < blocks
                && blocks == firstBlock(number + 1) - first
                && start <= page.length;
        if (holds) {
            int last = CompressedHeader.LENGTHS_AT + (int) index;
            for (int i = CompressedHeader.LENGTHS_AT; i < last; i++) {
                int skipped = u8(page, i);
                start += skipped == BlockDecoder.RAW ? BlockWalk.BLOCK : skipped;
            }
            length = u8(page, last);
            holds = start + (length == BlockDecoder.RAW ? positions : length) <= page.length;
        }
        if (!holds) {
            throw new DamagedFileException(
                    where,
                    offset(number),
                    "a page with block " + block + ", from block " + first + " on",
                    blocks + " blocks, or lengths that go beyond it",
                    "the directory or the page is damaged" + LayerHeader.REMEDY);
        }
        return (long) start << Integer.SIZE | length;
    }

    /**
     * Compares the checksum of a page that was read, and checks that each block has its place, and the next page its first block.
     *
     * @param raw is given the raw blocks
     */
    void check(long number, byte[] page, LongConsumer raw) {
        long first = firstBlock(number);
        check(offset(number), (int) first, page, 0);
        long end = first + blocksIn(page);
        if (number == 0) {
            checkFirst(0, 0);
        }
        checkFirst(number + 1, end);
        if (number == header.pages() - 1) {
            checkFirst(number + 1, blocks());
        }
        if (end > first) {
            place(end - 1, number, page); // throws, if the blocks go beyond the page
        }
        for (int i = 0; first + i < end; i++) {
            if (u8(page, CompressedHeader.LENGTHS_AT + i) == BlockDecoder.RAW) {
                raw.accept(first + i);
            }
        }
    }

    private void checkFirst(long page, long expected) {
        if (firstBlock(page) != expected) {
            throw new DamagedFileException(
                    where,
                    directory + page * Integer.BYTES,
                    "block " + expected + " as the first of page " + page,
                    "block " + firstBlock(page),
                    "the directory is damaged" + LayerHeader.REMEDY);
        }
    }

    /** Returns the offset of a block in its page. */
    static int start(long place) {
        return (int) (place >>> Integer.SIZE);
    }

    /** Returns the length byte of a block. */
    static int length(long place) {
        return (int) place;
    }

    /** Compares the checksums of the pages that hold some blocks, if any are to be compared. */
    void check(long firstBlock, long lastBlock) {
        byte[] page = new byte[CompressedHeader.PAGE];
        long last = pageOf(lastBlock, partOf(lastBlock));
        for (long number = pageOf(firstBlock, partOf(firstBlock)); checks && number <= last; number++) {
            read(number, page, true);
        }
    }

    private void check(long at, int first, byte[] bytes, int from) {
        int actual = CompressedHeader.pageChecksum(name, first, bytes, from);
        int expected =
                u8(bytes, from) | u8(bytes, from + 1) << 8 | u8(bytes, from + 2) << 16 | u8(bytes, from + 3) << 24;
        if (expected != actual) {
            String what = "the page from block " + Integer.toUnsignedString(first) + " on";
            throw damaged(at, what, expected, actual, ", or it is of another file");
        }
    }

    private DamagedFileException damaged(long at, String what, int expected, int actual, String orWhat) {
        return new DamagedFileException(
                where,
                at,
                what + " with checksum " + Integer.toHexString(expected),
                Integer.toHexString(actual),
                "the disk or a copy damaged it" + orWhat + LayerHeader.REMEDY);
    }

    /** Returns the number of positions in a block. */
    int positions(long block) {
        return (int) Math.min(BlockWalk.BLOCK, header.positions() - block * BlockWalk.BLOCK);
    }

    private static int blocksIn(byte... page) {
        return u8(page, BLOCKS_AT) | u8(page, BLOCKS_AT + 1) << 8;
    }

    private static int u8(byte[] bytes, int at) {
        return bytes[at] & 0xff;
    }

    /** Returns the first page of the part of the directory that has the page of a block. */
    private long partOf(long block) {
        long parts = (header.pages() - 1) / CompressedHeader.INDEXED + 1;
        return CompressedHeader.INDEXED * last(index, 0, parts, blocks(), block);
    }

    private long blocks() {
        return (header.positions() + BlockWalk.BLOCK - 1) / BlockWalk.BLOCK;
    }

    /** Returns the last page of a part of the directory whose first block is not behind a block. */
    private long pageOf(long block, long part) {
        long end = Math.min(part + CompressedHeader.INDEXED, header.pages());
        return last(directory, part, end, end == header.pages() ? blocks() : firstBlock(end), block);
    }

    /**
     * Returns the last of some entries that is not above a block, the lowest if all are. Entries grow about evenly, so two guesses in
     * three are in proportion.
     *
     * @param end one more than the number of the last entry
     * @param after what about stands there
     */
    private long last(long table, long lowest, long end, long after, long block) {
        long low = lowest;
        long high = end;
        long atLow = low == 0 ? 0 : entry(table, low);
        long atHigh = after;
        for (int step = 1; high - low > 1; step++) {
            long ahead =
                    step % 3 == 0 ? (high - low) / 2 : (block - atLow) * (high - low) / Math.max(1, atHigh - atLow);
            long middle = low + Math.max(1, Math.min(high - low - 1, ahead));
            long found = entry(table, middle);
            if (found <= block) {
                low = middle;
                atLow = found;
            } else {
                high = middle;
                atHigh = found;
            }
        }
        return low;
    }

    /** Returns the number of the first block of a page. */
    private long firstBlock(long page) {
        return entry(directory, page);
    }

    private long entry(long table, long number) {
        // Eight bytes are read: with the next entry, since the one before may lie in a part that was not fetched.
        // The last entry ends the file.
        long at = table + number * Integer.BYTES;
        return at + Long.BYTES <= header.fileLength()
                ? Integer.toUnsignedLong((int) storage.getLong(at))
                : storage.getLong(at - Integer.BYTES) >>> Integer.SIZE;
    }
}
