package granary.builder.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
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
 * An empty file beside another one: who holds its lock may write and remove that one. The operating system releases the
 * lock with the process, however that ends, and what is beside a file that can be locked belongs to nobody alive. Deleted
 * when it is released.
 *
 * <p>Not a lock on the other file itself, because closing any channel of a file releases the locks of the whole process on
 * it, and that one is opened and closed while it is held.
 */
public final class LockFile implements AutoCloseable {
    /** The suffix of such files. */
    public static final String SUFFIX = ".lock";

    /** Those that this process holds. To open one of them again, even in vain, would release it. */
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
     * @param file the file, there or not, in a directory that is there
     * @return the lock, or empty when someone alive holds it
     * @throws IOException when the lock file cannot be written
     */
    public static Optional<LockFile> tryTake(Path file) throws IOException {
        Path path = pathFor(file);
        if (!HELD.add(path)) {
            return Optional.empty();
        }
        boolean taken = false;
        try {
            FileChannel channel = open(path);
            taken = channel != null;
            return Optional.ofNullable(channel).map(open -> new LockFile(path, open));
        } finally {
            if (!taken) {
                HELD.remove(path);
            }
        }
    }

    /** Returns the locked file, or null when someone else holds it. */
    @SuppressWarnings("resource") // closing the channel releases the lock
    private static FileChannel open(Path path) throws IOException {
        while (true) {
            try {
                Object created = createdKey(path);
                FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
                if (!lock(channel)) {
                    channel.close();
                    return null;
                }
                // Whoever held it may have deleted it between opening and locking, and another made it anew.
                if (Files.exists(path) && Objects.equals(created, key(path))) {
                    return channel;
                }
                channel.close();
            } catch (NoSuchFileException e) {
                // Its holder has just deleted it.
                if (!Files.isDirectory(path.getParent())) {
                    throw e;
                }
            }
        }
    }

    private static Object createdKey(Path path) throws IOException {
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException e) {
            return key(path); // whoever is the first to lock it has it
        }
        return key(path);
    }

    private static Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process under another name of the directory
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
