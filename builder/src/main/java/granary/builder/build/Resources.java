package granary.builder.build;

import com.sun.management.OperatingSystemMXBean;
import granary.builder.CheckFailedException;
import granary.builder.Units;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the machine has, and whether that is enough for the next layer. */
public final class Resources {
    private Resources() {}

    /** Returns the bytes of memory that the machine, or the container this runs in, has. */
    public static long memory() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /**
     * Checks that a layer can be built.
     *
     * @param what the layer's name
     * @param directory where its file goes
     * @param fileBytes the file's length
     * @param scratch where its working memory lies; null when that is no file
     * @param scratchBytes bytes still to be reserved there
     * @param workingBytes bytes of working memory in all
     * @throws CheckFailedException with the figures when disk or memory cannot hold it
     * @throws IOException when the disk cannot be asked
     */
    static void check(String what, Path directory, long fileBytes, Path scratch, long scratchBytes, long workingBytes)
            throws IOException {
        if (workingBytes > memory()) {
            throw new CheckFailedException(
                    what + " needs " + Units.bytes(workingBytes) + " of working memory, and this machine has "
                            + Units.bytes(memory()) + " in all; the layers below are finished");
        }
        FileStore fileStore = Files.getFileStore(directory);
        boolean together = scratch != null && Files.getFileStore(scratch).equals(fileStore);
        checkDisk(what, directory, fileBytes + (together ? scratchBytes : 0));
        if (scratch != null && !together) {
            checkDisk(what, scratch, scratchBytes);
        }
    }

    private static void checkDisk(String what, Path directory, long bytes) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (bytes > free) {
            throw new CheckFailedException(what + " needs " + Units.bytes(bytes) + " in " + directory + ", where "
                    + Units.bytes(free) + " are free; the layers below are finished");
        }
    }
}
