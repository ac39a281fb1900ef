package granary.builder.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Watches what this process takes while it works, as far as Linux tells: the heap that is in use, which a collection shows each
 * time, and the files of a directory that are mapped and open. Everything else waits for the collections, so a process of its own is
 * to work under it, with a small heap.
 */
public final class Footprint implements AutoCloseable {
    /** Between two looks, other threads run this many times as long as a look takes. */
    private static final int SHARE = 3;
    /** Runs at most: on a busy machine a collection may meet what more threads replace just then, or none the most. */
    private static final int RUNS = 3;

    private final Path directory;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private long heap;
    private int mappings;
    private int openFiles;
    private long scratch;

    /** Begins to watch. */
    public Footprint(Path directory) throws IOException {
        this.directory = directory.toRealPath();
        thread = Thread.ofPlatform().daemon().start(this::watch);
    }

    private void watch() {
        try {
            long start;
            do {
                start = System.nanoTime();
                System.gc();
                long used = 0;
                for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                    used += pool.getType() == MemoryType.HEAP
                            ? pool.getCollectionUsage().getUsed()
                            : 0;
                }
                heap = Math.max(heap, used);
                look();
            } while (!ended.await(SHARE * (System.nanoTime() - start), TimeUnit.NANOSECONDS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            mappings = Math.max(mappings, (int)
                    lines.filter(line -> line.contains(directory + "/layer-")).count());
        }
        openFiles = Math.max(openFiles, open());
        try (Stream<Path> files = Files.list(directory)) {
            long sum = files.filter(file -> file.toString().endsWith(".scratch"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
            scratch = Math.max(scratch, sum);
        }
    }

    private int open() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return (int) all.filter(this::isLayer).count();
        }
    }

    private boolean isLayer(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith(directory + "/layer-");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    /** Returns the first of a few runs that took what was told, or the last. */
    public static <T> T ofRuns(Callable<T> run, Predicate<T> isTold) throws Exception {
        T taken = run.call();
        for (int i = 1; i < RUNS && !isTold.test(taken); i++) {
            taken = run.call();
        }
        return taken;
    }

    /** Ends, and returns the most that was seen: heap, mappings, open files, and bytes of scratch files. */
    public List<Long> end() {
        close();
        return List.of(heap, (long) mappings, (long) openFiles, scratch);
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
