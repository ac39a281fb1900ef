package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Background;
import granary.builder.file.Disk;
import granary.builder.file.NativeMemory;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Working memory in a file, of which some pages are in memory, where a {@link WorkingArray} finds them. The user says beforehand which
 * pages are needed next and later. So the pool reads pages in the background, keeps those that are needed again soonest, and writes
 * changed pages before it drops them. Reads and writes bypass the system's cache if the file system allows it: the cache would be
 * a second copy, and it does not know which pages are needed next.
 *
 * <p>At any time the file holds a mixture of older and newer bytes. One thread uses the pool; any number may use the pages and mark
 * those that they have changed.
 *
 * <p>A solver resumes from a file that a killed process or a power cut left: zeros at first, then any mixture of older and newer
 * bytes. Before the pages is a header of {@value #HEADER} bytes. Its last bytes hold the {@link #reach progress} that is certain; the
 * other bytes are not the pool's.
 */
public final class BufferPool implements WorkingMemory {
    /** Bytes of the file before the pages. */
    public static final int HEADER = 4096;

    /** The header's record of the progress of the work: a number, and its complement. */
    private static final int REACHED_AT = HEADER - 2 * Long.BYTES;

    /** Has a file bypass the cache of the system. */
    private static final OpenOption DIRECT = direct();

    /** Bytes of tables for a page: its frame, its place in the file, the inverse, and a new place. */
    private static final long TABLES_A_PAGE = 4L * Integer.BYTES;
    /** Sets of pages that a pool keeps or makes at a time. */
    private static final int OWN_SETS = 12;
    /** Threads that read and write at the same time. Only several waiting reads keep a disk busy; threads that wait cost nothing. */
    private static final int DISK_THREADS = 16;

    private final Path path;
    private final FileChannel file;
    private final Closeable lock;
    private final long page;
    private final PoolPages pages;
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

    /** For each place in the file, counted in pages, its page. */
    private int[] pageAt;

    private final WorkerPool disk = new WorkerPool(DISK_THREADS, Monitor.SILENT);
    private final Background background = new Background();
    private final BitSet changed = new BitSet();
    /** The pages that threads mark, in one set: a set for each thread would take gigabytes in large layers. */
    private final AtomicLongArray marks;
    /** The longest time between two writes of changed pages; null if they are written only to make room. */
    private final Duration interval;

    private long saved = System.nanoTime();
    private long reached;

    /**
     * Returns the heap that a pool for a number of bytes takes: the places of pages, also the previous places while their order changes,
     * and sets of pages.
     *
     * @param sets how many sets of pages the user keeps
     */
    public static long heapBytes(long bytes, int sets) {
        int page = PoolPages.pageBytes(bytes);
        long pages = PoolPages.fileBytes(bytes, page) / page;
        return TABLES_A_PAGE * pages + (OWN_SETS + sets) * (pages / Byte.SIZE);
    }

    /**
     * Opens a buffer pool.
     *
     * @param path the file, as long as {@link #fileBytes} says
     * @param bytes bytes in all pages
     * @param budget the most bytes of pages in memory
     * @param pageBytes bytes of a page, 4096 or a greater power of two
     * @param order the order of the pages in the file
     * @param interval the longest time between two writes of changed pages, which a killed process loses; null to write them only to
     *     make room
     * @param lock is closed with the pool
     * @throws IOException when the file cannot be opened
     */
    public BufferPool(
            Path path, long bytes, long budget, int pageBytes, PageOrder order, Duration interval, Closeable lock)
            throws IOException {
        this.path = path;
        this.interval = interval;
        this.lock = lock;
        this.page = pageBytes;
        pages = new PoolPages(bytes, budget, pageBytes, order);
        moves = new int[pages.count()];
        marks = new AtomicLongArray(pages.count() / Long.SIZE + 1);
        free.set(0, pages.budget());
        findPages();
        try {
            memory = NativeMemory.allocate(pages.bytes(), arena);
            buffers = NativeMemory.allocate(DISK_THREADS * Math.max(page, PoolPages.MOST_AT_ONCE), arena);
            file = open();
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private MemorySegment header() {
        return buffers.asSlice(0, HEADER);
    }

    /** Returns the length of a file for a number of bytes. */
    static long fileBytes(long bytes, int pageBytes) {
        return HEADER + PoolPages.fileBytes(bytes, pageBytes);
    }

    /** Returns the length of a file for a number of bytes, with pages of the length that suits them. */
    public static long fileBytes(long bytes) {
        return fileBytes(bytes, PoolPages.pageBytes(bytes));
    }

    /** Finds the option by its name: javac warns of a class that other Java systems may lack, and nothing suppresses that. */
    private static OpenOption direct() {
        try {
            return (OpenOption) Class.forName("com.sun.nio.file.ExtendedOpenOption")
                    .getField("DIRECT")
                    .get(null);
        } catch (ReflectiveOperationException e) {
            return StandardOpenOption.READ; // files go through the cache
        }
    }

    /** Opens the file without the system's cache, or with it if the file system needs that, or larger units than a page. */
    private FileChannel open() throws IOException {
        try {
            return open(DIRECT);
        } catch (IOException | UnsupportedOperationException e) {
            return open(StandardOpenOption.READ); // works, or throws the reason
        }
    }

    private FileChannel open(OpenOption option) throws IOException {
        FileChannel opened = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, option);
        try {
            MemorySegment header = header();
            transfer(header, 0, opened::read);
            long found = header.get(JAVA_LONG, REACHED_AT);
            reached = header.get(JAVA_LONG, REACHED_AT + Long.BYTES) == ~found ? found : 0;
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private void findPages() {
        int[] slots = pages.slots();
        pageAt = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            pageAt[slots[i]] = i;
        }
    }

    /**
     * Writes changed pages, drops all pages, and takes another order of the pages in the file. Pages that will be read again must have
     * the same places in both orders.
     *
     * @throws IOException when the disk fails
     */
    public void arrange(PageOrder order) throws IOException {
        save();
        free.set(0, pages.budget());
        pages.arrange(order);
        findPages();
    }

    /** Returns the pages, without their bytes. */
    public PoolPages pages() {
        return pages;
    }

    /**
     * Returns the bytes from a place on. Bytes of pages that are not in memory must be neither read nor written.
     */
    public WorkingArray array(long start) {
        return new WorkingArray(memory, moves, Long.numberOfTrailingZeros(page), start);
    }

    /** Returns whether pages are still being read in the background. */
    public boolean isBusy() {
        return background.isBusy();
    }

    /** Marks the pages of bytes that have been changed in memory. Any thread may call it. A mark counts after {@link #flushMarks}. */
    public void markDirty(long at, long bytes) {
        int last = pages.page(at + bytes - 1);
        for (int page = pages.page(at); page <= last; page++) {
            long bit = 1L << page;
            if ((marks.get(page / Long.SIZE) & bit) == 0) {
                marks.accumulateAndGet(page / Long.SIZE, bit, (before, more) -> before | more);
            }
        }
    }

    /**
     * Hands the marked pages to {@link #changed(BitSet)}, and removes the marks. No thread may mark pages meanwhile.
     *
     * @throws IOException when the disk fails
     */
    public void flushMarks() throws IOException {
        long[] taken = new long[marks.length()];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = marks.get(i);
            if (taken[i] != 0) {
                marks.set(i, 0);
            }
        }
        changed(BitSet.valueOf(taken));
    }

    /**
     * Marks pages in memory as changed, so that they are written before they are dropped, or now if the interval is over.
     *
     * @throws IOException when the disk fails
     */
    public void changed(BitSet pages) throws IOException {
        changed.or(pages);
        if (interval != null && System.nanoTime() - saved >= interval.toNanos()) {
            save();
        }
    }

    /**
     * Reads pages into memory, and begins to read those that are needed after them, as far as the budget allows.
     *
     * @param now the pages that may be used until the next call
     * @param next the pages that the next call will need, then those that the call after it will need, and so on as far as known
     * @throws granary.builder.CheckFailedException when the budget does not suffice
     * @throws IOException when the disk fails
     */
    public void load(BitSet now, List<BitSet> next) throws IOException {
        background.await();
        PoolPages.Turn turn = pages.turn(now, next);
        BitSet outdated = PoolPages.and(turn.going(), changed);
        changed.andNot(turn.going());
        boolean isComplete = turn.missing().isEmpty();
        background.begin(() -> {
            transfer(outdated, false);
            turn.going().stream().forEach(each -> free.set(frame(each)));
            read(isComplete ? turn.ahead() : turn.missing());
        });
        if (!isComplete) {
            background.await();
            background.begin(() -> read(turn.ahead()));
        }
    }

    private void read(BitSet missing) throws IOException {
        int at = -1;
        for (int each = missing.nextSetBit(0); each >= 0; each = missing.nextSetBit(each + 1)) {
            at = free.nextSetBit(at + 1);
            moves[each] = at - each;
            free.clear(at);
        }
        transfer(missing, true);
    }

    /** Reads or writes pages, several runs at the same time, in the background: an interrupt would close the file. */
    private void transfer(BitSet some, boolean reads) throws IOException {
        BitSet places = pages.places(some);
        List<PoolPages.Run> runs = pages.runs(places, reads);
        try {
            disk.run(runs.size(), (worker, number) -> {
                PoolPages.Run run = runs.get((int) number);
                MemorySegment buffer =
                        buffers.asSlice(worker * (buffers.byteSize() / DISK_THREADS), run.pages() * page);
                try {
                    if (reads) {
                        read(run, places, buffer);
                    } else {
                        write(run, buffer);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private int frame(int number) {
        return number + moves[number];
    }

    private long inMemory(int slot) {
        return frame(pageAt[slot]) * page;
    }

    /** Reads a run, and keeps its wanted pages only: the others may be in memory with newer bytes. */
    private void read(PoolPages.Run run, BitSet wanted, MemorySegment buffer) throws IOException {
        transfer(buffer, HEADER + run.from() * page, file::read);
        for (int slot = wanted.nextSetBit(run.from());
                slot >= 0 && slot < run.to();
                slot = wanted.nextSetBit(slot + 1)) {
            MemorySegment.copy(buffer, (slot - run.from()) * page, memory, inMemory(slot), page);
        }
    }

    private void write(PoolPages.Run run, MemorySegment buffer) throws IOException {
        for (int slot = run.from(); slot < run.to(); slot++) {
            MemorySegment.copy(memory, inMemory(slot), buffer, (slot - run.from()) * page, page);
        }
        transfer(buffer, HEADER + run.from() * page, file::write);
    }

    /** Reads or writes some bytes at a place of the file, and returns how many. */
    @FunctionalInterface
    private interface Transfer {
        int some(ByteBuffer bytes, long at) throws IOException;
    }

    private void transfer(MemorySegment buffer, long at, Transfer transfer) throws IOException {
        ByteBuffer bytes = buffer.asByteBuffer();
        try {
            while (bytes.hasRemaining()) {
                if (transfer.some(bytes, at + bytes.position()) < 0) {
                    throw new EOFException("it has become shorter");
                }
            }
        } catch (IOException e) {
            throw Disk.named(path, e);
        }
    }

    /**
     * Writes changed pages, which stay in memory.
     *
     * @throws IOException when the disk fails
     */
    public void save() throws IOException {
        background.await();
        background.begin(() -> transfer(changed, false));
        background.await();
        changed.clear();
        saved = System.nanoTime();
    }

    /** Returns the progress of the last call of {@link #reach}; 0 at first. */
    public long reached() {
        return reached;
    }

    /**
     * Writes changed pages and then the progress, both to the disk itself, so that they survive a power cut. From now on only such bytes
     * may change as a solver that resumes there computes again.
     *
     * @param number the progress, which only the user of the pool interprets
     * @throws IOException when the disk fails
     */
    public void reach(long number) throws IOException {
        save();
        background.begin(() -> {
            file.force(false);
            MemorySegment header = header();
            transfer(header, 0, file::read);
            header.set(JAVA_LONG, REACHED_AT, number);
            header.set(JAVA_LONG, REACHED_AT + Long.BYTES, ~number);
            transfer(header, 0, file::write);
            file.force(false);
        });
        background.await();
        reached = number;
    }

    /**
     * Writes changed pages, frees the memory and closes the lock.
     *
     * @throws IOException when the disk fails
     */
    @Override
    public void close() throws IOException {
        if (!arena.scope().isAlive()) {
            return;
        }
        try (lock;
                file;
                arena) {
            save();
        }
    }

    /** The order of a buffer pool's pages in its file. Pages that are read together should lie together. */
    public interface PageOrder {
        /**
         * Returns for each page its place in the file, counted in pages. The answer never changes, because a later process continues
         * with the file.
         *
         * @param pageBytes bytes of a page
         * @param pages number of pages
         */
        int[] places(int pageBytes, int pages);
    }
}
