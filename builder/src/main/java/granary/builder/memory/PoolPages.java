package granary.builder.memory;

import granary.builder.CheckFailedException;
import granary.builder.Units;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The pages of a {@link BufferPool}, without their bytes: which of them are in memory, and in which runs they are read and written.
 * So what a pool would read can be counted for files that no disk has. Not thread-safe.
 */
public final class PoolPages {
    /** The least length of a page: that of disks and operating systems. */
    private static final int LEAST_PAGE = 4096;
    /** About the most pages, so that tables and sets of pages are small. */
    private static final int MOST_PAGES = 1 << 25;
    /** A gap of at most this number of bytes between wanted pages is read, too: a second read would take longer. */
    private static final int MOST_GAP = 1 << 14;
    /** The most bytes of one read or write. More are not faster, and the threads' buffers stay small. */
    static final int MOST_AT_ONCE = 1 << 19;

    private final long page;
    private final int count;
    private final int budget;

    /** For each page its place in the file, counted in pages. */
    private int[] slots;

    private BitSet resident = new BitSet();

    /**
     * Begins with no page in memory.
     *
     * @param bytes bytes in all pages
     * @param budget the most bytes of pages in memory
     * @param pageBytes bytes of a page, 4096 or a greater power of two
     * @param order the order of the pages in the file
     */
    public PoolPages(long bytes, long budget, int pageBytes, BufferPool.PageOrder order) {
        page = pageBytes;
        long rounded = fileBytes(bytes, pageBytes);
        this.budget = Math.toIntExact(Math.clamp(budget, 0, rounded) / page);
        count = Math.toIntExact(rounded / page);
        slots = order.places(pageBytes, count);
    }

    /**
     * Returns the bytes of a page for a pool of a number of bytes. The shorter pages are, the fewer bytes come along with those that
     * are needed; but each page takes room in {@link BufferPool#heapBytes tables and sets}.
     */
    public static int pageBytes(long bytes) {
        return (int) Math.max(LEAST_PAGE, Long.highestOneBit(bytes / MOST_PAGES));
    }

    /** Returns the bytes of whole pages that hold a number of bytes. */
    public static long fileBytes(long bytes, int pageBytes) {
        return (bytes + pageBytes - 1) & -pageBytes;
    }

    /** Drops all pages, and takes another order of the pages in the file. */
    void arrange(BufferPool.PageOrder order) {
        resident = new BitSet();
        slots = order.places((int) page, count);
    }

    /** Returns the page of a byte. */
    public int page(long at) {
        return (int) (at / page);
    }

    /** Adds the pages of some bytes. */
    public void addPages(BitSet pages, long at, long bytes) {
        if (bytes > 0) {
            pages.set((int) (at / page), (int) ((at + bytes - 1) / page + 1));
        }
    }

    /** Returns the number of pages. */
    public int count() {
        return count;
    }

    /** Returns the most pages that are in memory at a time. */
    public int budget() {
        return budget;
    }

    /** Returns the most bytes of pages that are in memory at a time. */
    public long bytes() {
        return budget * page;
    }

    /** Returns the places of the pages in the file. */
    int[] slots() {
        return slots;
    }

    /**
     * A change of the pages in memory.
     *
     * @param missing pages that are read at once
     * @param ahead pages that are read while the others are used
     * @param going pages that make room for them
     */
    public record Turn(BitSet missing, BitSet ahead, BitSet going) {}

    /**
     * Brings pages into memory, and those that are needed after them, as far as the budget allows. Those that are needed again
     * soonest stay.
     *
     * @param now the pages that may be used until the next call
     * @param next the pages that the next call will need, then those that the call after it will need, and so on as far as known
     * @throws CheckFailedException when the budget does not suffice
     */
    public Turn turn(BitSet now, List<BitSet> next) {
        BitSet keep = (BitSet) now.clone();
        int room = budget - keep.cardinality();
        if (room < 0) {
            throw tooSmallFor(now.cardinality());
        }
        for (int i = 0; i < next.size() && room > 0; i++) {
            room = keep(keep, and(next.get(i), resident), room);
            if (i == 0) {
                room = keep(keep, next.get(i), room);
            }
        }
        keep(keep, resident, room);
        Turn turn = new Turn(minus(now, resident), minus(minus(keep, resident), now), minus(resident, keep));
        resident = keep;
        return turn;
    }

    /** Returns the exception that says that the budget does not suffice for a number of pages at a time. */
    public CheckFailedException tooSmallFor(long pages) {
        return new CheckFailedException("the layer needs " + Units.bytes(pages * page)
                + " of its working memory in main memory at a time, and the Java heap leaves "
                + Units.bytes(bytes()) + "; a smaller heap leaves more (GRANARY_JAVA_OPTIONS=-Xmx...)");
    }

    /** Adds pages to those that are kept, as long as room is left, and returns the room that is left. */
    private static int keep(BitSet keep, BitSet pages, int room) {
        BitSet more = minus(pages, keep);
        int count = more.cardinality();
        if (count <= room) {
            keep.or(more);
            return room - count;
        }
        int left = room;
        for (int page = more.nextSetBit(0); left > 0; page = more.nextSetBit(page + 1), left--) {
            keep.set(page);
        }
        return 0;
    }

    /** Returns the pages of one set that another has, too. */
    static BitSet and(BitSet some, BitSet others) {
        BitSet result = (BitSet) some.clone();
        result.and(others);
        return result;
    }

    private static BitSet minus(BitSet some, BitSet others) {
        BitSet result = (BitSet) some.clone();
        result.andNot(others);
        return result;
    }

    /** Adjacent pages of the file that are read or written at once: from a place up to another, exclusive, counted in pages. */
    record Run(int from, int to) {
        int pages() {
            return to - from;
        }
    }

    /** Returns the places of pages in the file. */
    BitSet places(BitSet pages) {
        BitSet places = new BitSet();
        for (int each = pages.nextSetBit(0); each >= 0; each = pages.nextSetBit(each + 1)) {
            places.set(slots[each]);
        }
        return places;
    }

    /** Splits pages into the longest possible runs; runs to read span small gaps. */
    List<Run> runs(BitSet places, boolean areRead) {
        int most = (int) Math.max(1, MOST_AT_ONCE / page);
        int gap = areRead ? (int) (MOST_GAP / page) : 0;
        List<Run> runs = new ArrayList<>();
        for (int from = places.nextSetBit(0); from >= 0; ) {
            int to = from + 1;
            int next = places.nextSetBit(to);
            while (next >= 0 && next - to <= gap && next - from < most) {
                to = next + 1;
                next = places.nextSetBit(to);
            }
            runs.add(new Run(from, to));
            from = next;
        }
        return runs;
    }
}
