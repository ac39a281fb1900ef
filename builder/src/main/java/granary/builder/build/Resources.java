package granary.builder.build;

import granary.builder.Units;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.LayerNeed;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory and disk space for a build.
 *
 * @param memory bytes of main memory that working memory may take
 * @param database the disk of the database
 * @param scratch the disk of the working memory: the same one, another one, or null if working memory is never a file
 */
public record Resources(long memory, DiskSpace database, DiskSpace scratch) {
    /**
     * A disk.
     *
     * @param directory a directory on the disk
     * @param free free bytes
     */
    public record DiskSpace(Path directory, long free) {}

    /**
     * A shortage that keeps a layer from being built.
     *
     * @param kind {@code memory}, {@code heap} or {@code disk}
     * @param description what the layer needs and what there is, to follow the layer's name in a sentence
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
        if (scratch == null) {
            return new Resources(provider.available(), database, null);
        }
        FileStore other = Files.getFileStore(existing(scratch));
        return new Resources(
                provider.available(),
                database,
                other.equals(store) ? database : new DiskSpace(scratch, other.getUsableSpace()));
    }

    /** Returns the directory or its nearest ancestor that exists. */
    public static Path existing(Path directory) {
        Path path = directory.toAbsolutePath();
        while (!Files.exists(path)) {
            path = path.getParent();
        }
        return path;
    }

    /** Returns whether all of the working memory fits into the main memory. */
    public boolean holds(LayerNeed need) {
        return need.memory().total() <= memory;
    }

    /**
     * Returns what is missing for a layer.
     *
     * @param fileBytes bytes of files still to be written
     * @param scratchBytes bytes of working memory still to be reserved on its disk
     * @param need what the solver needs
     */
    public List<Shortage> shortages(double fileBytes, double scratchBytes, LayerNeed need) {
        List<Shortage> shortages = new ArrayList<>();
        // Asked only where it matters: the answer links Java with the C library.
        boolean isWindow = !holds(need) && scratch != null && FileWindow.isPossible();
        long inMemory = isWindow ? need.leastMemory() : need.memory().total();
        if (inMemory > memory) {
            shortages.add(new Shortage(
                    "memory",
                    "needs " + Units.bytes(inMemory) + " of main memory beside the Java heap, where "
                            + Units.bytes(memory) + " are available"));
        }
        long tableBytes = need.tableBytes();
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

    private static void addDisk(List<Shortage> shortages, DiskSpace disk, double bytes) {
        if (bytes > disk.free()) {
            shortages.add(new Shortage(
                    "disk",
                    "needs " + Units.bytes(bytes) + " in " + disk.directory() + ", where " + Units.bytes(disk.free())
                            + " are free"));
        }
    }
}
