package granary.builder.build;

import com.sun.management.OperatingSystemMXBean;
import granary.builder.CheckFailedException;
import granary.builder.Units;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory and disk space of the machine, and the check that they suffice for the next layer. */
public final class Resources {
    private Resources() {}

    /** Returns the bytes of memory of the machine, or of the container that the process runs in. */
    public static long memory() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /**
     * Checks that memory and disk suffice for a layer.
     *
     * @param what the layer's name
     * @param directory where its file is written
     * @param fileBytes the file's length
     * @param scratch the directory of its working memory; null if that is not a file
     * @param scratchBytes bytes still to be reserved there
     * @param workingBytes total bytes of working memory
     * @throws CheckFailedException with the figures when disk or memory does not suffice
     * @throws IOException when the free space cannot be determined
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
