package granary.builder.database;

import com.sun.management.UnixOperatingSystemMXBean;
import granary.builder.CheckFailedException;
import granary.builder.Units;
import granary.builder.memory.MainMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.resource.ResourceNeeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Memory and disk space for a build.
 *
 * @param memory bytes of main memory that working memory may take
 * @param database the disk of the database
 * @param scratch the disk of working memory that is a file: the same one, or another
 */
public record Resources(long memory, DiskSpace database, DiskSpace scratch) {
    /** Java leaves a third of its heap to new objects. */
    private static final double GARBAGE = 1.5;

    /** The share of the heap that as many threads as possible may take. */
    private static final double EASILY = 0.75;

    /** The file in which Linux states the limit of mappings of a process. */
    static final Path MOST_MAPPINGS = Path.of("/proc/sys/vm/max_map_count");

    /** The mappings of a process before it maps files: heap, code, libraries, and the stacks of its threads. */
    private static final int PROCESS_MAPPINGS = 2000;

    /**
     * A disk.
     *
     * @param directory a directory on the disk
     * @param free free bytes
     * @param own bytes of files there that count as free
     */
    public record DiskSpace(Path directory, long free, long own) {
        /** Makes a disk without such files. */
        public DiskSpace(Path directory, long free) {
            this(directory, free, 0);
        }

        private DiskSpace plus(long bytes) {
            return new DiskSpace(directory, free, own + bytes);
        }
    }

    /**
     * A shortage that keeps a layer from being built, or a database from being served.
     *
     * @param kind {@code memory}, {@code heap}, {@code mappings}, {@code files} or {@code disk}
     * @param description the needed amount, the available amount and a remedy, to follow the operation in a sentence
     */
    public record Shortage(String kind, String description) {}

    /**
     * Returns the resources of this machine.
     *
     * @param directory the database's directory, which need not exist
     * @param provider where the working memory comes from
     * @throws IOException when the free space cannot be determined
     */
    public static Resources of(Path directory, MemoryProvider provider) throws IOException {
        FileStore store = Files.getFileStore(existing(directory));
        DiskSpace database = new DiskSpace(directory, store.getUsableSpace());
        Path scratch = provider.directory();
        FileStore other = Files.getFileStore(existing(scratch));
        return new Resources(
                provider.available(),
                database,
                other.equals(store) ? database : new DiskSpace(scratch, other.getUsableSpace()));
    }

    /** Returns these with bytes more on the disk of the database, or of the working memory: files there that will be gone, or count. */
    public Resources plus(long databaseBytes, long scratchBytes) {
        if (database.equals(scratch)) {
            DiskSpace both = database.plus(databaseBytes + scratchBytes);
            return new Resources(memory, both, both);
        }
        return new Resources(memory, database.plus(databaseBytes), scratch.plus(scratchBytes));
    }

    /**
     * Returns the directory or its nearest ancestor that exists.
     *
     * @throws FileAlreadyExistsException when a file stands there
     */
    public static Path existing(Path directory) throws FileAlreadyExistsException {
        Path path = directory.toAbsolutePath();
        while (!Files.exists(path)) {
            path = path.getParent();
        }
        if (!Files.isDirectory(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        return path;
    }

    /**
     * Returns the resource that an operation lacks.
     *
     * @param needs what it takes
     * @param fileBytes bytes of files still to be written
     * @param scratchBytes bytes of working memory still to be reserved on its disk
     */
    public List<Shortage> shortages(ResourceNeeds needs, double fileBytes, double scratchBytes) {
        List<Shortage> shortages = beyondLimits(needs, memory);
        boolean together = database.equals(scratch);
        addDisk(shortages, database, fileBytes + (together ? scratchBytes : 0));
        if (!together) {
            addDisk(shortages, scratch, scratchBytes);
        }
        return shortages;
    }

    /**
     * Checks that there are the memory, the heap, the mappings and the files for an operation before it begins.
     *
     * @param what the operation, to begin a sentence
     * @throws CheckFailedException that names the missing resource
     */
    public static void require(String what, ResourceNeeds needs) {
        require(what, beyondLimits(needs, MainMemory.available()));
    }

    /**
     * Checks the same, and that a disk has room for the files.
     *
     * @param files the least bytes of the files that are written
     * @param directory the directory of the files; it need not exist
     * @throws CheckFailedException that names the missing resource
     * @throws IOException when the free space cannot be determined
     */
    public static void require(String what, ResourceNeeds needs, double files, Path directory) throws IOException {
        List<Shortage> shortages = beyondLimits(needs, MainMemory.available());
        long free = Files.getFileStore(existing(directory)).getUsableSpace();
        addDisk(shortages, new DiskSpace(directory, free), files + needs.scratch());
        require(what, shortages);
    }

    private static void require(String what, List<Shortage> shortages) {
        if (!shortages.isEmpty()) {
            throw new CheckFailedException(what + " " + shortages.getFirst().description());
        }
    }

    /**
     * Returns the most threads, up to a number, whose work the heap holds easily: collectors are not perfect. Returns 1 if the heap holds
     * not even the work of one.
     *
     * @param needs the needs of an operation with a number of threads
     */
    public static int threadsWithin(int most, IntFunction<ResourceNeeds> needs) {
        int threads = most;
        while (threads > 1 && needs.apply(threads).heap() > EASILY * usableHeap()) {
            threads--;
        }
        return threads;
    }

    /** Returns the limit of this process that an operation exceeds: heap, mappings, open files. */
    public static List<Shortage> beyondLimits(ResourceNeeds needs) {
        return beyondLimits(needs, Long.MAX_VALUE);
    }

    private static List<Shortage> beyondLimits(ResourceNeeds needs, long memory) {
        List<Shortage> shortages = new ArrayList<>();
        if (needs.memory() > memory) {
            shortages.add(new Shortage(
                    "memory",
                    "needs " + Units.bytes(needs.memory()) + " of main memory outside the Java heap; "
                            + Units.bytes(memory) + " are available"));
        }
        if (needs.heap() > usableHeap()) {
            shortages.add(new Shortage(
                    "heap",
                    "needs " + Units.bytes(needs.heap()) + " of Java heap; the limit is "
                            + Units.bytes(usableHeap())
                            + ", without the space for new objects; GRANARY_JAVA_OPTIONS=-Xmx"
                            + (long) Math.ceil(GARBAGE * needs.heap() / (1 << 30)) + "g sets another"));
        }
        int mappings = mappingsLeft(MOST_MAPPINGS);
        if (needs.mappings() > mappings) {
            shortages.add(new Shortage(
                    "mappings",
                    "needs " + needs.mappings() + " mappings of files, where the system's vm.max_map_count leaves "
                            + mappings + "; sysctl -w vm.max_map_count=" + 2L * needs.mappings() + " sets another"));
        }
        long files = unopenedFiles();
        if (needs.openFiles() > files) {
            shortages.add(new Shortage(
                    "files",
                    "needs " + needs.openFiles() + " open files, where the system's limit leaves " + files
                            + "; ulimit -n " + 2L * needs.openFiles() + " sets another"));
        }
        return shortages;
    }

    /** Returns the number of mappings of files that a process may have: the system's limit less its own; any number if there is no limit. */
    static int mappingsLeft(Path limit) {
        // By a buffer: Linux gives the whole number to the first read alone, and a file without a length is read by
        // single bytes.
        try (BufferedReader reader = Files.newBufferedReader(limit)) {
            return Math.max(0, Integer.parseInt(reader.readLine()) - PROCESS_MAPPINGS);
        } catch (IOException e) {
            return Integer.MAX_VALUE; // another system
        }
    }

    /** Returns the number of further files that the process may open; any number if there is no limit. */
    private static long unopenedFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** Returns the heap that objects may take that stay: the rest is for new ones. */
    private static long usableHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getUsage().getMax())
                .max()
                .orElse(Runtime.getRuntime().maxMemory());
    }

    private static void addDisk(List<Shortage> shortages, DiskSpace disk, double bytes) {
        if (bytes > disk.free() + (double) disk.own()) {
            shortages.add(new Shortage(
                    "disk",
                    "needs " + Units.bytes(bytes) + " in " + disk.directory() + ", where " + Units.bytes(disk.free())
                            + " are free"
                            + (disk.own() == 0 ? "" : ", and " + Units.bytes(disk.own()) + " of its own")));
        }
    }
}
