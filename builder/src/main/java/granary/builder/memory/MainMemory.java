package granary.builder.memory;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The main memory of this machine, and how much of it working memory may take: one rule for plans, checks and builds. */
public final class MainMemory {
    /** The most heap that the launcher gives Java, */
    public static final long LARGEST_HEAP = 8L << 30;

    /**
     * of which this share is for new objects. The rest suffices for every operation at 48 seeds with 128 threads. Java's default is a
     * third, and then a build of 48 seeds ends for want of heap.
     */
    public static final long LARGEST_YOUNG = 1L << 30;

    /**
     * The memory of a process in addition to heap and working memory: code, stacks, buffers, and cached pages of files. With 32 MiB less, a
     * build under a narrow limit may read the pages of its own code again and again.
     */
    private static final long PROCESS_BYTES = 160L << 20;

    /** One part in this number of main memory is left to other processes. */
    private static final int MARGIN_SHARE = 32;

    /** At least these bytes are available: small layers leave most of the heap unused. */
    private static final long ALWAYS_AVAILABLE = 64L << 20;

    /** Determined once: that starts JMX and reads the limits of containers. */
    private static final long TOTAL =
            ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();

    private MainMemory() {}

    /** Returns the bytes of memory of the machine, or of the container that the process runs in. */
    public static long total() {
        return TOTAL;
    }

    /** Returns the bytes of main memory that working memory may take now. */
    public static long available() {
        return available(total(), unused().orElse(total()));
    }

    /**
     * Returns the bytes that working memory may take on a machine, after the heap, the rest of the process and a margin.
     *
     * @param total bytes of memory of the machine
     * @param unused bytes of it that no other process uses
     */
    public static long available(long total, long unused) {
        long heap = Math.min(LARGEST_HEAP, Runtime.getRuntime().maxMemory());
        return Math.max(ALWAYS_AVAILABLE, Math.min(total, unused) - heap - PROCESS_BYTES - total / MARGIN_SHARE);
    }

    /** Returns the available memory as Linux defines it: free, or holding only what can be read again. */
    private static OptionalLong unused() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst();
        } catch (IOException | UncheckedIOException e) {
            return OptionalLong.empty(); // another system
        }
    }
}
