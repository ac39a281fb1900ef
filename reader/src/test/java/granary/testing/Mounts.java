package granary.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** File systems of any size or kind, where the machine lets the tests mount them: on Linux, as root. */
public final class Mounts {
    /** The reason for skipping a test. */
    public static final String SKIPPED = "file systems cannot be mounted here";

    private Mounts() {}

    /** Mounts a file system in memory and returns whether that is possible. */
    public static boolean memory(Path directory, int kibibytes) throws InterruptedException {
        return system("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs", directory.toString());
    }

    /** Mounts a file system in memory that cannot allocate blocks in advance, and returns whether that is possible. */
    public static boolean withoutAllocation(Path directory) throws InterruptedException {
        return system("mount", "-t", "ramfs", "ramfs", directory.toString());
    }

    /** Resizes a file system in memory. */
    public static void resize(Path directory, int kibibytes) throws InterruptedException {
        assertTrue(system("mount", "-o", "remount,size=" + kibibytes + "k", directory.toString()));
    }

    /** Mounts a directory a second time, read-only, and returns whether that is possible. */
    public static boolean readOnly(Path original, Path directory) throws InterruptedException {
        if (!system("mount", "--bind", original.toString(), directory.toString())) {
            return false;
        }
        boolean isReadOnly = system("mount", "-o", "remount,bind,ro", directory.toString());
        if (!isReadOnly) {
            unmount(directory); // what empties the directory would empty the original
        }
        return isReadOnly;
    }

    /** Unmounts a file system, even if files in it are open. */
    public static void unmount(Path directory) throws InterruptedException {
        assertTrue(system("umount", "--lazy", directory.toString()));
    }

    /** Makes a named pipe and returns whether that is possible. */
    public static boolean pipe(Path path) throws InterruptedException {
        return system("mkfifo", path.toString());
    }

    private static boolean system(String... command) throws InterruptedException {
        try {
            return ChildJvm.run(List.of(command)).exitCode() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }
}
