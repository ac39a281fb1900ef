package granary.builder.build;

import com.sun.management.OperatingSystemMXBean;
import granary.builder.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Memory and disk space for a build.
 *
 * @param memory bytes of memory of the machine, or of the container that the process runs in
 * @param database the disk of the database
 * @param scratch the disk of the working memory: the same one, another one, or null if that is not a file
 */
public record Resources(long memory, Disk database, Disk scratch) {
    /** What the tables of the largest layer take of the heap, and what they leave behind. */
    private static final long MAX_HEAP = 6L << 30;

    /**
     * What a process takes beside heap and working memory: code, stacks, buffers, and room for pages of files. With 32 MiB less a
     * build within a narrow limit may read the pages of its own code again and again.
     */
    private static final long PROCESS = 160L << 20;

    /** The share of the main memory that is left to others is the inverse. */
    private static final int MARGIN_SHARE = 32;

    /**
     * A disk.
     *
     * @param directory a directory on it
     * @param free bytes that are free
     */
    public record Disk(Path directory, long free) {}

    /**
     * What a layer lacks.
     *
     * @param kind {@code memory} or {@code disk}
     * @param description what it needs and what there is, to follow the layer's name
     */
    public record Shortage(String kind, String description) {}

    /**
     * Looks at this machine.
     *
     * @param directory the database's directory, or where it is to be
     * @param scratch the directory of the working memory; null if that is not a file
     * @throws IOException when the free space cannot be determined
     */
    public static Resources of(Path directory, Path scratch) throws IOException {
        long memory = Total.MEMORY;
        FileStore store = Files.getFileStore(existing(directory));
        Disk database = new Disk(directory, store.getUsableSpace());
        if (scratch == null) {
            return new Resources(memory, database, null);
        }
        FileStore other = Files.getFileStore(existing(scratch));
        return new Resources(
                memory, database, other.equals(store) ? database : new Disk(scratch, other.getUsableSpace()));
    }

    /**
     * Returns how much working memory fits into what is available of the main memory now, beside the heap, what else the
     * process takes, and a margin.
     */
    public static long available() {
        long total = Total.MEMORY;
        long heap = Math.min(MAX_HEAP, Runtime.getRuntime().maxMemory());
        return Math.min(total, unused().orElse(total)) - heap - PROCESS - total / MARGIN_SHARE;
    }

    /** Asked for once: it starts JMX, and reads the limits of containers. */
    private static final class Total {
        static final long MEMORY =
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /** Returns what Linux calls the available memory of the machine: that which is free, or holds what it can read again. */
    private static OptionalLong unused() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst();
        } catch (IOException | UncheckedIOException e) {
            return OptionalLong.empty(); // another system
        }
    }

    /** Returns the directory or its nearest ancestor that exists. */
    public static Path existing(Path directory) {
        Path path = directory.toAbsolutePath();
        while (!Files.exists(path)) {
            path = path.getParent();
        }
        return path;
    }

    /** Returns whether working memory and what tables take of the heap fit into the main memory. */
    public boolean holds(double workingBytes, double tableBytes) {
        return workingBytes + tableBytes <= memory;
    }

    /**
     * Returns what is missing for a layer.
     *
     * @param fileBytes bytes of files still to be written
     * @param scratchBytes bytes of working memory still to be reserved on its disk
     * @param workingBytes total bytes of working memory
     * @param tableBytes bytes of the Java heap that the solver's tables take
     */
    public List<Shortage> shortages(double fileBytes, double scratchBytes, double workingBytes, double tableBytes) {
        List<Shortage> shortages = new ArrayList<>();
        if (!holds(workingBytes, tableBytes)) {
            shortages.add(new Shortage(
                    "memory",
                    "needs " + Units.bytes(workingBytes) + " of working memory"
                            + (tableBytes == 0 ? "" : " and " + Units.bytes(tableBytes) + " of Java heap")
                            + ", and this machine has " + Units.bytes(memory) + " in all"));
        }
        long heap = Runtime.getRuntime().maxMemory();
        if (tableBytes > heap) {
            shortages.add(new Shortage(
                    "heap",
                    "needs " + Units.bytes(tableBytes) + " of Java heap for its tables, and the limit is "
                            + Units.bytes(heap) + "; GRANARY_JAVA_OPTIONS=-Xmx"
                            + (long) Math.ceil(1.25 * tableBytes / (1 << 30)) + "g sets another"));
        }
        boolean together = database.equals(scratch);
        addDisk(shortages, database, fileBytes + (together ? scratchBytes : 0));
        if (scratch != null && !together) {
            addDisk(shortages, scratch, scratchBytes);
        }
        return shortages;
    }

    private static void addDisk(List<Shortage> shortages, Disk disk, double bytes) {
        if (bytes > disk.free()) {
            shortages.add(new Shortage(
                    "disk",
                    "needs " + Units.bytes(bytes) + " in " + disk.directory() + ", where " + Units.bytes(disk.free())
                            + " are free"));
        }
    }
}
