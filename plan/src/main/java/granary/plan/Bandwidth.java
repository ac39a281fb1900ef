package granary.plan;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MainMemory;
import granary.builder.memory.PageOrder;
import granary.builder.memory.WindowPages;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Measures the bandwidth of memory and disk. */
final class Bandwidth {
    private static final long PER_THREAD = 64L << 20;
    /** The part of the main memory that each of two copies takes at most. */
    private static final int MEMORY_SHARE = 8;

    private static final int ROUNDS = 4;
    private static final int PIECE = 1 << 22;
    private static final long FILE = 512L << 20;
    private static final long WINDOW = FILE - FileWindow.HEADER;
    private static final PageOrder PLAIN =
            (pageBytes, pages) -> IntStream.range(0, pages).toArray();

    private Bandwidth() {}

    /** Returns the bytes a second that this many threads read and write together: the best of some rounds of copying. */
    static double ofMemory(int threads) {
        try (Arena arena = Arena.ofShared()) {
            long bytes = Math.min(threads * PER_THREAD, MainMemory.available() / MEMORY_SHARE);
            MemorySegment from = arena.allocate(bytes);
            MemorySegment to = arena.allocate(bytes);
            WorkerPool pool = new WorkerPool(threads, Monitor.SILENT);
            double best = 0;
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                pool.forRange(
                        from.byteSize(),
                        PIECE,
                        (first, end) -> to.asSlice(first, end - first).copyFrom(from.asSlice(first, end - first)));
                best = Math.max(best, 2.0 * from.byteSize() / (System.nanoTime() - start) * 1e9);
            }
            return best;
        }
    }

    /** Bytes a second that one thread writes to a new file and forces to the disk, and that a window on it writes and reads. */
    record Disk(double writing, double window) {}

    /**
     * Measures a disk.
     *
     * @throws IOException when the disk fails or is full
     */
    static Disk ofDisk(Path directory) throws IOException {
        Path file = directory.resolve("bandwidth.part");
        try {
            ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
            long start = System.nanoTime();
            try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE)) {
                for (long written = 0; written < FILE; written += PIECE) {
                    for (piece.clear(); piece.hasRemaining(); ) {
                        channel.write(piece);
                    }
                }
                channel.force(true);
            }
            double writing = FILE * 1e9 / (System.nanoTime() - start);
            return new Disk(writing, ofWindow(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Measures as many transfers at a time, as long and as direct as those of a layer out of core. */
    private static double ofWindow(Path file) throws IOException {
        try (FileWindow window = new FileWindow(file, WINDOW, WINDOW, WindowPages.pageBytes(WINDOW), PLAIN, () -> {})) {
            BitSet all = new BitSet();
            all.set(0, window.pages().count());
            window.load(all, List.of()); // the first time the system makes the pages of the memory, too
            long start = System.nanoTime();
            window.changed(all);
            window.arrange(PLAIN); // writes and drops them
            window.load(all, List.of());
            return 2e9 * WINDOW / (System.nanoTime() - start);
        }
    }
}
