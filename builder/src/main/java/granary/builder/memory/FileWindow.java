package granary.builder.memory;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.file.Background;
import granary.builder.file.DirectFile;
import granary.builder.file.NativeMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A file some of whose pages are in memory, where a {@link WorkingArray} finds them. The user says beforehand which pages are
 * needed next and later. So the window reads pages in the background, keeps those that are needed again soonest, and writes
 * changed pages before it drops them. Reads and writes bypass the system's cache where the file system allows it: the cache would be
 * a second copy, and it does not know what comes next.
 *
 * <p>At any time the file holds a mixture of older and newer bytes. One thread uses the window; any number may use the pages.
 */
public final class FileWindow implements AutoCloseable {
    /** The least length of a page: that of disks and operating systems. */
    private static final int LEAST_PAGE = 4096;
    /** About the most pages, so that tables and sets of pages are small. */
    private static final int MOST_PAGES = 1 << 25;
    /** Bytes of tables for a page: its frame, its place in the file, the inverse, and a new place. */
    private static final long TABLES_A_PAGE = 4L * Integer.BYTES;
    /** Sets of pages that a window keeps or makes at a time. */
    private static final int OWN_SETS = 12;
    /** A gap of at most so many bytes between wanted pages is read, too: a second read would take longer. */
    private static final int MOST_GAP = 1 << 14;
    /** The most bytes of one read or write. More are not faster, and the threads' buffers stay small. */
    private static final int MOST_AT_ONCE = 1 << 19;
    /** Threads that read and write at the same time. Only several waiting reads keep a disk busy; threads that wait cost nothing. */
    private static final int DISK_THREADS = 16;

    private final DirectFile file;
    private final long start;
    private final long page;
    private final int budget;
    private final Arena arena = Arena.ofShared();
    /** Frames: room for as many pages as the budget allows. */
    private final MemorySegment memory;
    /** For each page the number of its present or last frame, minus the number of the page. */
    private final int[] moves;
    /** The frames that hold no page. */
    private final BitSet free = new BitSet();
    /**
     * A buffer for each thread, to read or write a run. It is made of huge pages, like all memory that the disk fills: a virtual
     * disk transfers a buffer of small pages in many pieces, which took three times as long.
     */
    private final MemorySegment buffers;

    /** For each page its place in the file, counted in pages, and the inverse; null when the file keeps them in their own order. */
    private int[] slots;

    private int[] pageAt;

    private final WorkerPool disk = new WorkerPool(DISK_THREADS, Monitor.SILENT);
    private final Background background = new Background();
    /** The pages in memory, including those that are being read. */
    private BitSet resident = new BitSet();

    private final BitSet changed = new BitSet();

    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();

    /** Returns whether there are windows on this operating system. */
    public static boolean isPossible() {
        return DirectFile.isPossible();
    }

    /**
     * Returns the bytes of a page for a window on so many bytes. The shorter pages are, the fewer bytes come along with those that
     * are needed; but each page takes room in {@link #heapBytes tables and sets}.
     */
    public static int pageBytes(long bytes) {
        return (int) Math.max(LEAST_PAGE, Long.highestOneBit(bytes / MOST_PAGES));
    }

    /**
     * Returns the heap that a window on so many bytes takes: where pages are, and where they were while their order changes, and some
     * sets of pages.
     *
     * @param sets how many sets of pages the user keeps
     */
    public static long heapBytes(long bytes, int sets) {
        long pages = fileBytes(bytes, pageBytes(bytes)) / pageBytes(bytes);
        return TABLES_A_PAGE * pages + (OWN_SETS + sets) * (pages / Byte.SIZE);
    }

    /** Returns the bytes of whole pages that hold so many bytes. */
    public static long fileBytes(long bytes, int pageBytes) {
        return (bytes + pageBytes - 1) & -pageBytes;
    }

    /**
     * Opens a window.
     *
     * @param path the file, long enough for all its pages
     * @param start place of the first page in the file, a multiple of 4096
     * @param bytes bytes in all pages
     * @param budget the most bytes of pages in memory
     * @param pageBytes bytes of a page, 4096 or a greater power of two
     * @param order the order of the pages in the file; null if the file keeps them in their own order
     * @throws IOException when the file cannot be opened
     */
    public FileWindow(Path path, long start, long bytes, long budget, int pageBytes, PageOrder order)
            throws IOException {
        this.start = start;
        this.page = pageBytes;
        long rounded = fileBytes(bytes, pageBytes);
        this.budget = Math.toIntExact(Math.clamp(budget, 0, rounded) / page);
        moves = new int[Math.toIntExact(rounded / page)];
        free.set(0, this.budget);
        if (order != null) {
            setOrder(order);
        }
        try {
            memory = NativeMemory.allocate(this.budget * page, arena);
            buffers = NativeMemory.allocate(DISK_THREADS * Math.max(page, MOST_AT_ONCE), arena);
            file = DirectFile.open(path);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private void setOrder(PageOrder order) {
        slots = order.places((int) page, moves.length);
        pageAt = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            pageAt[slots[i]] = i;
        }
    }

    /**
     * Writes changed pages, drops all pages, and takes another order of the pages in the file, unless the file keeps them in their
     * own order. Pages that will be read again must have the same places in both orders.
     *
     * @throws IOException when the disk fails
     */
    public void arrange(PageOrder order) throws IOException {
        background.await();
        makeRoom(changed, resident);
        changed.clear();
        resident = new BitSet();
        if (slots != null) {
            setOrder(order);
        }
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

    /**
     * Returns the bytes from a place on. Bytes of pages that are not in memory must be neither read nor written.
     *
     * @param start the place
     */
    public WorkingArray array(long start) {
        return new WorkingArray(memory, moves, Long.numberOfTrailingZeros(page), start);
    }

    /** Returns the number of pages. */
    public int pages() {
        return moves.length;
    }

    /** Returns the most pages that are in memory at a time. */
    public int budget() {
        return budget;
    }

    /** Returns the most bytes of pages that are in memory at a time. */
    public long bytes() {
        return budget * page;
    }

    /** Returns the bytes read so far. */
    public long bytesRead() {
        return bytesRead.sum();
    }

    /** Returns the bytes written so far. */
    public long bytesWritten() {
        return bytesWritten.sum();
    }

    /** Returns whether pages are still being read in the background. */
    public boolean isBusy() {
        return background.isBusy();
    }

    /** Notes that pages in memory have been changed, so that they are written before they are dropped. */
    public void changed(BitSet pages) {
        changed.or(pages);
    }

    /**
     * Reads pages into memory, and begins to read those that are needed after them, as far as the budget allows.
     *
     * @param now the pages that may be used until the next call
     * @param next the pages that the next call will need, then those that the call after it will need, and so on as far as known
     * @throws CheckFailedException when the budget does not suffice
     * @throws IOException when the disk fails
     */
    public void load(BitSet now, List<BitSet> next) throws IOException {
        background.await();
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
        BitSet going = minus(resident, keep);
        BitSet outdated = and(going, changed);
        BitSet missing = minus(now, resident);
        BitSet ahead = minus(minus(keep, resident), now);
        changed.andNot(going);
        resident = keep;
        if (!missing.isEmpty()) {
            makeRoom(outdated, going);
            bring(missing);
            background.begin(() -> bring(ahead));
        } else {
            background.begin(() -> {
                makeRoom(outdated, going);
                bring(ahead);
            });
        }
    }

    /** Returns the exception that says that the budget does not suffice for so many pages at a time. */
    public CheckFailedException tooSmallFor(long pages) {
        return new CheckFailedException("the layer needs " + Units.bytes(pages * page)
                + " of its working memory in main memory at a time, and beside the Java heap there are "
                + Units.bytes(bytes()) + "; a smaller heap leaves more (GRANARY_JAVA_OPTIONS=-Xmx...)");
    }

    /** Adds pages to those that are kept, as far as there is room, and returns the room that is left. */
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

    private static BitSet and(BitSet some, BitSet others) {
        BitSet result = (BitSet) some.clone();
        result.and(others);
        return result;
    }

    private static BitSet minus(BitSet some, BitSet others) {
        BitSet result = (BitSet) some.clone();
        result.andNot(others);
        return result;
    }

    private void makeRoom(BitSet outdated, BitSet going) throws IOException {
        transfer(outdated, false);
        going.stream().forEach(each -> free.set(frame(each)));
    }

    private void bring(BitSet missing) throws IOException {
        int at = -1;
        for (int each = missing.nextSetBit(0); each >= 0; each = missing.nextSetBit(each + 1)) {
            at = free.nextSetBit(at + 1);
            moves[each] = at - each;
            free.clear(at);
        }
        transfer(missing, true);
    }

    /** Reads or writes pages, several runs at the same time. */
    private void transfer(BitSet pages, boolean reads) throws IOException {
        BitSet places = places(pages);
        List<Run> runs = runs(places, (int) Math.max(1, MOST_AT_ONCE / page), reads ? (int) (MOST_GAP / page) : 0);
        try {
            disk.run(runs.size(), (worker, number) -> {
                Run run = runs.get((int) number);
                MemorySegment buffer =
                        buffers.asSlice(worker * (buffers.byteSize() / DISK_THREADS), run.pages() * page);
                if (reads) {
                    read(run, places, buffer);
                } else {
                    write(run, buffer);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Adjacent pages of the file that are read or written at once: from a place up to another, exclusive, counted in pages. */
    private record Run(int from, int to) {
        int pages() {
            return to - from;
        }
    }

    /** Returns the places of pages in the file. */
    private BitSet places(BitSet pages) {
        if (slots == null) {
            return pages;
        }
        BitSet places = new BitSet();
        pages.stream().forEach(each -> places.set(slots[each]));
        return places;
    }

    /**
     * Splits a set into the longest possible runs.
     *
     * @param most the most pages of a run
     * @param gap the most pages outside the set between two pages of a run
     */
    private static List<Run> runs(BitSet pages, int most, int gap) {
        List<Run> runs = new ArrayList<>();
        for (int from = pages.nextSetBit(0); from >= 0; ) {
            int to = pages.nextClearBit(from);
            int next = pages.nextSetBit(to);
            while (next >= 0 && next - to <= gap && next - from < most) {
                to = pages.nextClearBit(next);
                next = pages.nextSetBit(to);
            }
            to = Math.min(to, from + most);
            runs.add(new Run(from, to));
            from = pages.nextSetBit(to);
        }
        return runs;
    }

    /** Returns the present or last frame of a page. */
    private int frame(int number) {
        return number + moves[number];
    }

    /** Returns the place in memory of the page at a place of the file. */
    private long inMemory(int slot) {
        return frame(slots == null ? slot : pageAt[slot]) * page;
    }

    /** Reads a run, and keeps its wanted pages only: the others may be in memory with newer bytes. */
    private void read(Run run, BitSet wanted, MemorySegment buffer) {
        try {
            file.read(buffer, start + run.from * page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int slot = wanted.nextSetBit(run.from); slot >= 0 && slot < run.to; slot = wanted.nextSetBit(slot + 1)) {
            MemorySegment.copy(buffer, (slot - run.from) * page, memory, inMemory(slot), page);
        }
        bytesRead.add(buffer.byteSize());
    }

    private void write(Run run, MemorySegment buffer) {
        for (int slot = run.from; slot < run.to; slot++) {
            MemorySegment.copy(memory, inMemory(slot), buffer, (slot - run.from) * page, page);
        }
        try {
            file.write(buffer, start + run.from * page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytesWritten.add(buffer.byteSize());
    }

    /**
     * Writes changed pages and frees the memory.
     *
     * @throws IOException when the disk fails
     */
    @Override
    public void close() throws IOException {
        if (!arena.scope().isAlive()) {
            return;
        }
        try {
            background.await();
            transfer(changed, false);
        } finally {
            arena.close();
            file.close();
        }
    }
}
