package granary.builder.memory;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.store.Background;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A file of which chosen pages are in memory, each at its place in one long segment. Whoever works in it says beforehand which
 * pages he needs next and later. So pages are read in the background, those that are needed again soonest stay, and
 * those that were changed are written when they go. Reads and writes pass the system's cache by, where the file system can do
 * that: it would be a second copy, and it knows nothing of what comes next.
 *
 * <p>The file holds a mixture of older and newer pages at any time. One thread uses it; any number may use the pages.
 */
public final class FileWindow implements AutoCloseable {
    /** The least that a page is long: what disks and operating systems take for one. */
    private static final int MIN_PAGE = 4096;
    /** About how many pages there are at most, so that sets of them are small. */
    private static final int MOST_PAGES = 1 << 18;
    /** Bytes that are read or written at once. */
    private static final int MOST_AT_ONCE = 1 << 20;
    /** Disks deliver all they can only when several reads wait; those who wait take no processor. */
    private static final int WAITING = 16;

    private final FileChannel channel;
    private final long start;
    private final long page;
    private final int budget;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;
    private final WorkerPool disk = new WorkerPool(WAITING, Monitor.SILENT);
    private final Background background = new Background();
    /** The pages in memory, those on their way included. */
    private BitSet resident = new BitSet();

    private final BitSet changed = new BitSet();
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();

    /** Returns whether there are windows on this operating system. */
    public static boolean isPossible() {
        return NativeMemory.canReserve();
    }

    /**
     * Opens a window.
     *
     * @param path the file
     * @param start where in the file the segment begins, a multiple of 4096
     * @param bytes how long the segment is
     * @param budget bytes of the pages in memory, at most
     * @throws IOException when the file cannot be opened
     */
    FileWindow(Path path, long start, long bytes, long budget) throws IOException {
        this.start = start;
        this.page = Math.max(MIN_PAGE, Long.highestOneBit(bytes / MOST_PAGES));
        this.budget = Math.toIntExact(Math.max(0, budget) / page);
        long rounded = (bytes + page - 1) & -page;
        channel = open(path);
        try {
            segment = NativeMemory.reserve(rounded, arena);
            if (channel.size() < start + rounded) {
                extend(path, start + rounded); // the last page is to be whole
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static void extend(Path path, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(length);
        }
    }

    private static FileChannel open(Path path) throws IOException {
        if (Files.getFileStore(path).getBlockSize() <= MIN_PAGE) {
            try {
                return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, direct());
            } catch (IOException | UnsupportedOperationException | ReflectiveOperationException e) {
                // not on this file system
            }
        }
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Returns the option that passes the system's cache by. It is the JDK's own, and the compiler warns of its name. */
    private static OpenOption direct() throws ReflectiveOperationException {
        return (OpenOption) Class.forName("com.sun.nio.file.ExtendedOpenOption")
                .getField("DIRECT")
                .get(null);
    }

    /** Adds the pages of some bytes. */
    public void addPages(BitSet pages, long at, long bytes) {
        if (bytes > 0) {
            pages.set((int) (at / page), (int) ((at + bytes - 1) / page + 1));
        }
    }

    /** Returns the whole segment. Pages that are not in memory are neither to be read nor written. */
    public MemorySegment segment() {
        return segment;
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
        BitSet written = and(going, changed);
        BitSet missing = minus(now, resident);
        BitSet ahead = minus(minus(keep, resident), now);
        changed.andNot(going);
        resident = keep;
        if (!missing.isEmpty()) {
            makeRoom(written, going);
            transfer(missing, true);
            background.begin(() -> transfer(ahead, true));
        } else {
            background.begin(() -> {
                makeRoom(written, going);
                transfer(ahead, true);
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

    private void makeRoom(BitSet written, BitSet going) throws IOException {
        transfer(written, false);
        List<MemorySegment> runs = runs(going, Long.MAX_VALUE);
        disk.run(runs.size(), (worker, number) -> NativeMemory.release(runs.get((int) number)));
    }

    /** Reads or writes pages, many runs of them at the same time. */
    private void transfer(BitSet pages, boolean reads) throws IOException {
        List<MemorySegment> runs = runs(pages, MOST_AT_ONCE);
        try {
            disk.run(runs.size(), (worker, number) -> transfer(runs.get((int) number), reads));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns pages as pieces of the segment that are as long as can be. */
    private List<MemorySegment> runs(BitSet pages, long most) {
        List<MemorySegment> runs = new ArrayList<>();
        for (int from = pages.nextSetBit(0); from >= 0; ) {
            int to = (int) Math.min(pages.nextClearBit(from), from + Math.max(1, most / page));
            runs.add(segment.asSlice(from * page, (to - from) * page));
            from = pages.nextSetBit(to);
        }
        return runs;
    }

    private void transfer(MemorySegment run, boolean reads) {
        long at = start + run.address() - segment.address();
        ByteBuffer buffer = run.asByteBuffer();
        try {
            while (buffer.hasRemaining()) {
                long position = at + buffer.position();
                if ((reads ? channel.read(buffer, position) : channel.write(buffer, position)) < 0) {
                    throw new EOFException("the file of the working memory has become shorter");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        (reads ? bytesRead : bytesWritten).add(run.byteSize());
    }

    /**
     * Writes what has changed, and frees the memory.
     *
     * @throws IOException when the disk fails
     */
    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try {
            background.await();
            transfer(changed, false);
        } finally {
            arena.close();
            channel.close();
        }
    }
}
