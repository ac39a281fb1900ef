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
 * A file of which chosen pages are in memory, where a {@link WorkingArray} finds them. Whoever works in it says beforehand which
 * pages he needs next and later. So pages are read in the background, those that are needed again soonest stay, and
 * those that were changed are written when they go. Reads and writes pass the system's cache by, where the file system can do
 * that: it would be a second copy, and it knows nothing of what comes next.
 *
 * <p>The file holds a mixture of older and newer bytes at any time. One thread uses the window; any number may use the pages.
 */
public final class FileWindow implements AutoCloseable {
    /** The least that a page is long: what disks and operating systems take for one. */
    private static final int LEAST_PAGE = 4096;
    /** About how many pages there are at most, so that tables and sets of them are small. */
    private static final int MOST_PAGES = 1 << 25;
    /** Pages that are not wanted are read over, if they are no more bytes, between some that are: another read takes longer. */
    private static final int READ_OVER = 1 << 14;
    /** Bytes that are read or written at once. More are not faster, and the threads' buffers stay small. */
    private static final int MOST_AT_ONCE = 1 << 19;
    /** Disks deliver all they can only when several reads wait; those who wait take no processor. */
    private static final int WAITING = 16;

    private final DirectFile file;
    private final long start;
    private final long page;
    private final int budget;
    private final Arena arena = Arena.ofShared();
    /** As many pages as the budget allows. */
    private final MemorySegment memory;
    /** For each page how many pages further on in the memory it is, or was last. */
    private final int[] moves;
    /** The pages of the memory that have none. */
    private final BitSet free = new BitSet();
    /**
     * What is in the file of a run, for each thread. In huge pages, as all that the disk fills: to a virtual disk a buffer in
     * small ones is many pieces, and it was three times as slow.
     */
    private final MemorySegment buffers;

    /** For each page its place in the file, counted in pages, and the reverse; null when they are in their own order. */
    private int[] slots;

    private int[] pageAt;

    private final WorkerPool disk = new WorkerPool(WAITING, Monitor.SILENT);
    private final Background background = new Background();
    /** The pages in memory, those on their way included. */
    private BitSet resident = new BitSet();

    private final BitSet changed = new BitSet();

    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();

    /** Returns whether there are windows on this operating system. */
    public static boolean isPossible() {
        return DirectFile.isPossible();
    }

    /**
     * Returns how long the pages of so many bytes are. The shorter they are, the less has to be in memory with what is needed; but
     * each takes 12 bytes of tables, and a bit of each set of pages.
     */
    public static int pageBytes(long bytes) {
        return (int) Math.max(LEAST_PAGE, Long.highestOneBit(bytes / MOST_PAGES));
    }

    /** Returns how many bytes of a file so many bytes of a window take: whole pages. */
    public static long fileBytes(long bytes, int pageBytes) {
        return (bytes + pageBytes - 1) & -pageBytes;
    }

    /**
     * Opens a window.
     *
     * @param path the file, as long as its pages want it
     * @param start where in the file the pages begin, a multiple of 4096
     * @param bytes how many bytes they have
     * @param budget bytes of the pages in memory, at most
     * @param pageBytes bytes of a page, 4096 or a greater power of two
     * @param order how the pages lie in the file; null if it keeps them in their own order
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
            buffers = NativeMemory.allocate(WAITING * Math.max(page, MOST_AT_ONCE), arena);
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
     * Writes what has changed, forgets all pages, and from now on expects them elsewhere in the file, unless it keeps them in their
     * own order: what is to be read again must lie at the same places in both orders.
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
     * Returns the bytes from one on. Those in pages that are not in memory are neither to be read nor written.
     *
     * @param start where they begin
     */
    public WorkingArray array(long start) {
        return new WorkingArray(memory, moves, Long.numberOfTrailingZeros(page), start);
    }

    /** Returns how many pages there are. */
    public int pages() {
        return moves.length;
    }

    /** Returns how many pages are in memory at most. */
    public int budget() {
        return budget;
    }

    /** Returns the bytes of all pages that are in memory at most. */
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

    /** Returns whether what is needed next is still being read. */
    public boolean isBusy() {
        return background.isBusy();
    }

    /** Notes that pages in memory have been changed: they are written before they go. */
    public void changed(BitSet pages) {
        changed.or(pages);
    }

    /**
     * Brings pages into memory, and begins to bring those that are needed after them, as far as the budget allows.
     *
     * @param now the pages that may be used until the next call; the budget suffices for them
     * @param next the pages that will be needed then, and those after that, and so on as far as that is known
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

    /** Returns what to throw when so many pages are needed at a time. */
    public CheckFailedException tooSmallFor(long pages) {
        return new CheckFailedException("the layer needs " + Units.bytes(pages * page)
                + " of its working memory in main memory at a time, and beside the Java heap there are "
                + Units.bytes(bytes()) + "; a smaller heap leaves more (GRANARY_JAVA_OPTIONS=-Xmx...)");
    }

    /** Adds pages to those that are kept, as far as there is room, and returns what is left of it. */
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

    /** Reads or writes pages, many runs of them at the same time. */
    private void transfer(BitSet pages, boolean reads) throws IOException {
        BitSet places = places(pages);
        List<Run> runs = runs(places, (int) Math.max(1, MOST_AT_ONCE / page), reads ? (int) (READ_OVER / page) : 0);
        try {
            disk.run(runs.size(), (worker, number) -> {
                Run run = runs.get((int) number);
                MemorySegment buffer = buffers.asSlice(worker * (buffers.byteSize() / WAITING), run.pages() * page);
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

    /** Neighbours that are read or written at once, counted in pages. */
    private record Run(int from, int to) {
        int pages() {
            return to - from;
        }
    }

    /** Returns where pages are in the file. */
    private BitSet places(BitSet pages) {
        if (slots == null) {
            return pages;
        }
        BitSet places = new BitSet();
        pages.stream().forEach(each -> places.set(slots[each]));
        return places;
    }

    /**
     * Returns a set as runs that are as long as can be.
     *
     * @param most the most pages of a run
     * @param gap so many pages that are not of the set may lie between two of a run
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

    /** Returns which page of the memory has a page, or had it last. */
    private int frame(int number) {
        return number + moves[number];
    }

    /** Returns where in memory the page at a place of the file is. */
    private long inMemory(int slot) {
        return frame(slots == null ? slot : pageAt[slot]) * page;
    }

    /** Reads those of a run's pages that are wanted: the others may be in memory, and newer. */
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
     * Writes what has changed, and frees the memory.
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
