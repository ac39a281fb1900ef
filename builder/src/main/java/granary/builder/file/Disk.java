package granary.builder.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Publishes files, so that a power cut leaves the old file or the new one, whole. A file is written under its temporary name,
 * forced, renamed, and its directory forced. Once a method returns, what it published survives a power cut.
 *
 * <p>A large file may get its name before it is forced, so that the builder can already use it: {@link #rename} by the builder,
 * then {@link #forceWithName} by another thread. Until that is done, no other file on the disk may refer to it.
 *
 * <p>Tests replace this class by a disk that loses power at each step. Any number of threads may use it.
 */
public class Disk {
    /** The suffix of unfinished files. They are deleted when the next builder starts. */
    public static final String TEMPORARY_SUFFIX = ".part";

    static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    /** Makes a disk. */
    public Disk() {}

    /** Returns the name under which a file is written. */
    public static Path temporary(Path path) {
        return path.resolveSibling(path.getFileName() + TEMPORARY_SUFFIX);
    }

    /**
     * Creates a directory and those above it that are missing, and forces their names to the disk. An existing empty directory counts
     * as new: a process may have been stopped before its name was on the disk.
     */
    public final void createDirectories(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        Path parent = absolute.getParent();
        boolean isThere = Files.isDirectory(absolute);
        if (parent == null || isThere && (!files(absolute).isEmpty() || !Files.isReadable(parent))) {
            return;
        }
        if (!isThere) {
            createDirectories(parent);
            try {
                Files.createDirectories(absolute);
            } catch (NoSuchFileException e) {
                // Its parent is there, and takes no directories.
                throw new FileSystemException(absolute.toString(), null, "cannot be created");
            }
        }
        forceDirectory(parent);
    }

    /**
     * Returns all files in a directory, by name; none when there is no directory.
     *
     * @throws IOException when it cannot be read
     */
    public static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns the failure to read or write a file, with its path, which Java omits if a disk is full. */
    public static IOException named(Path file, IOException failure) {
        if (failure instanceof FileSystemException) {
            return failure;
        }
        return failure(file, failure.getMessage(), failure);
    }

    private static FileSystemException failure(Path file, String reason, IOException cause) {
        FileSystemException failure = new FileSystemException(file.toString(), null, reason);
        failure.initCause(cause);
        return failure;
    }

    /**
     * Returns the failure of what a file system does not offer, such as locks on NFS without its lock service, and shared mappings on
     * some of FUSE.
     *
     * @param what what cannot be done with files
     */
    public static FileSystemException lacking(String what, Path file, IOException failure) {
        String reason =
                "files cannot be " + what + " here (" + failure.getMessage() + "); use a directory on a local disk";
        return failure(file, reason, failure);
    }

    /**
     * Writes and publishes a file.
     *
     * @throws IOException when the disk fails; the temporary file is gone then, so that a full disk keeps nothing of it
     */
    public final void publish(Path path, byte[] bytes) throws IOException {
        try {
            Files.write(temporary(path), bytes);
            publish(path);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(temporary(path));
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw named(temporary(path), e);
        }
    }

    /**
     * Publishes a file that was written under its temporary name.
     *
     * @param path its final name; an existing file of that name is replaced
     * @throws IOException when the disk fails
     */
    public final void publish(Path path) throws IOException {
        force(temporary(path));
        rename(path);
        forceDirectory(parent(path));
    }

    /** Forces a file and its directory's entry for it to the disk. */
    public final void forceWithName(Path file) throws IOException {
        force(file);
        forceDirectory(parent(file));
    }

    private static Path parent(Path file) {
        return file.toAbsolutePath().getParent();
    }

    /** Renames a file from its temporary name, replacing a file of that name. */
    public void rename(Path path) throws IOException {
        Files.move(temporary(path), path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Forces a file's contents to the disk. */
    protected void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (IOException e) {
            throw named(file, e);
        }
    }

    /** Forces a directory's entries to the disk. Windows has no such call, and neither have some mounts, such as CIFS: they need none. */
    public void forceDirectory(Path directory) throws IOException {
        if (!WINDOWS) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            } catch (IOException e) {
                if (!NativeMemory.IS_LINUX || Blocks.force(directory) != Blocks.INVALID) {
                    throw named(directory, e);
                }
            }
        }
    }
}
