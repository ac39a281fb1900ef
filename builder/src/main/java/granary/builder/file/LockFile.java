package granary.builder.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An empty file next to another file. The process that holds its lock may write and remove the other file. The operating system
 * releases the lock when the process ends, however it ends. So if the lock is free, no running process uses the other file. A
 * lock file is deleted when its lock is released.
 *
 * <p>The lock is not on the other file itself: closing any channel of a file releases all locks of the process on
 * that file, and the other file is opened and closed while it is locked.
 */
public final class LockFile implements AutoCloseable {
    /** The suffix of such files. */
    public static final String SUFFIX = ".lock";

    /** After so many the file system, and no other process, makes a file another one. */
    private static final int MOST_TRIES = 10_000;

    /** The lock files that this process holds. Opening and closing one of them a second time would release its lock. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;

    private LockFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Returns the lock file of another file. */
    public static Path pathFor(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.resolveSibling(absolute.getFileName() + SUFFIX);
    }

    /**
     * Takes the lock of a file.
     *
     * @param file the file, which need not exist, in an existing directory
     * @return the lock, or empty when a running process holds it
     * @throws IOException when the lock file cannot be written
     */
    public static Optional<LockFile> tryTake(Path file) throws IOException {
        Path path = pathFor(file);
        if (!HELD.add(path)) {
            return Optional.empty();
        }
        FileChannel channel = null;
        try {
            channel = open(path, 0, Long.MAX_VALUE);
            return Optional.ofNullable(channel).map(open -> new LockFile(path, open));
        } finally {
            if (channel == null) {
                HELD.remove(path);
            }
        }
    }

    /**
     * Opens a file for reading and writing, created if missing, and locks some of its bytes.
     *
     * @return the channel, whose end releases the lock, or null when these bytes are locked
     * @throws IOException when the file cannot be written
     */
    public static FileChannel open(Path path, long at, long bytes) throws IOException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                try {
                    Files.createFile(path);
                } catch (FileAlreadyExistsException e) {
                    // Another process has created it: the first to lock it holds it.
                }
                Object created = key(path);
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
                boolean isTaken = false;
                try {
                    if (!tryLock(path, channel, at, bytes, false)) {
                        return null;
                    }
                    // Between opening and locking, its holder may have deleted it and another process created it again.
                    isTaken = Files.exists(path) && Objects.equals(created, key(path));
                    if (isTaken) {
                        return channel;
                    }
                } finally {
                    if (!isTaken) {
                        channel.close();
                    }
                }
            } catch (NoSuchFileException e) {
                // Its holder has just deleted it.
                if (!Files.isDirectory(path.getParent()) || Files.isSymbolicLink(path)) {
                    throw e;
                }
            }
        }
        throw new FileSystemException(path.toString(), null, "becomes another file again and again");
    }

    private static Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /**
     * Returns whether it locked some bytes of a file. Closing the channel releases the lock.
     *
     * @throws FileSystemException when files cannot be locked there
     */
    @SuppressWarnings("resource")
    public static boolean tryLock(Path path, FileChannel channel, long at, long bytes, boolean shared)
            throws IOException {
        try {
            FileLock lock = channel.tryLock(at, bytes, shared);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process under another name of the directory
        } catch (IOException e) {
            throw Disk.lacking("locked", path, e);
        }
    }

    /**
     * Deletes the lock file and releases the lock.
     *
     * @throws IOException when the file cannot be deleted; the lock is released all the same
     */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            try (channel) {
                Files.deleteIfExists(path);
            } finally {
                HELD.remove(path);
            }
        }
    }
}
