package granary.builder.store;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.agrona.MarkFile;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Allows one builder per directory. The lock is the operating system's lock on the mark file, which ends with the process
 * however that ends. The mark file, written with agrona, shows other processes who holds the lock, since when, and how far the
 * build is.
 *
 * <p>A builder locks two bytes. Only builders try the first, so a builder that fails there has met another builder. Other
 * processes test the second byte, which locks it for a moment; a builder that meets such a lock waits.
 *
 * <p>The methods are thread-safe, and may be called in the process that holds the lock.
 */
public final class BuilderLock implements AutoCloseable {
    /** The mark file's name in the database's directory. */
    public static final String FILE_NAME = "granary.builder";

    /** The byte that builders lock: far beyond the contents, because Windows lets nobody read locked bytes. */
    static final long OF_BUILDERS = Long.MAX_VALUE - 1;

    /** The byte that other processes test. */
    static final long FOR_OTHERS = Long.MAX_VALUE - 2;

    /** The locks that this process holds. Opening and closing one of their files a second time would release its lock. */
    private static final Map<Path, BuilderLock> HELD = new HashMap<>();

    private final Path path;
    private final FileChannel channel;
    private final MarkFile file;
    private final BuilderMark mark;

    private BuilderLock(Path path, FileChannel channel, MarkFile file) {
        this.path = path;
        this.channel = channel;
        this.file = file;
        this.mark = new BuilderMark(file.buffer());
    }

    /**
     * Takes the lock.
     *
     * @throws InvalidRequestException when another builder holds it, with its process id and age
     * @throws IOException when the mark file cannot be written
     */
    public static BuilderLock take(Path directory) throws IOException {
        Path path = path(directory);
        synchronized (HELD) {
            if (HELD.containsKey(path)) {
                throw held(directory);
            }
            FileChannel channel = LockFile.open(path, OF_BUILDERS, 1);
            if (channel == null) {
                throw held(directory);
            }
            try {
                awaitLock(path, channel, FOR_OTHERS);
                reserve(path, channel);
                // A killed builder may have renamed files without forcing their names to the disk.
                new Disk().forceDirectory(path.getParent());
                MappedByteBuffer buffer = map(path, channel);
                BuilderLock lock = new BuilderLock(
                        path, channel, new MarkFile(buffer, BuilderMark.VERSION_AT, BuilderMark.TIMESTAMP_AT));
                lock.mark.begin();
                lock.file.signalReady(BuilderMark.VERSION);
                HELD.put(path, lock);
                return lock;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    /** Rewrites the contents, so that a full disk is an exception now, and not a fault when the mapping is written to. */
    private static void reserve(Path path, FileChannel channel) throws IOException {
        ByteBuffer contents = ByteBuffer.allocate(BuilderMark.LENGTH);
        try {
            channel.read(contents, 0);
            contents.clear();
            while (contents.hasRemaining()) {
                channel.write(contents, contents.position());
            }
        } catch (IOException e) {
            throw Disk.named(path, e);
        }
    }

    private static Path path(Path directory) throws IOException {
        Path real = Files.isDirectory(directory) ? directory.toRealPath() : directory.toAbsolutePath();
        return real.resolve(FILE_NAME);
    }

    private static InvalidRequestException held(Path directory) throws IOException {
        String holder = read(directory)
                .map(mark -> ": process " + mark.processId() + ", for "
                        + Units.seconds(
                                Duration.between(mark.started(), Instant.now()).toMillis() / 1e3))
                .orElse("");
        return new InvalidRequestException("another builder is running in " + directory + holder);
    }

    private static MappedByteBuffer map(Path path, FileChannel channel) throws IOException {
        try {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, BuilderMark.LENGTH);
        } catch (IOException e) {
            throw Disk.lacking("mapped", path, e);
        }
    }

    @SuppressWarnings({"resource", "UnusedVariable"})
    private static void awaitLock(Path path, FileChannel channel, long at) throws IOException {
        try {
            FileLock lock = channel.lock(at, 1, false);
        } catch (IOException e) {
            throw Disk.lacking("locked", path, e);
        }
    }

    /**
     * Returns the record of the current or last builder of a directory. Does not disturb a builder.
     *
     * @return empty if there never was a builder, one has not locked its new directory yet, or the mark is of another version or
     *     damaged
     * @throws IOException when the mark file cannot be read
     */
    public static Optional<BuilderMark.Snapshot> read(Path directory) throws IOException {
        Path path = path(directory);
        synchronized (HELD) {
            if (HELD.containsKey(path)) {
                return Optional.of(HELD.get(path).mark.read());
            }
            ByteBuffer contents = ByteBuffer.allocateDirect(BuilderMark.LENGTH);
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                while (contents.hasRemaining()) {
                    if (channel.read(contents, contents.position()) < 0) {
                        return Optional.empty();
                    }
                }
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
            UnsafeBuffer buffer = new UnsafeBuffer(contents);
            int version = buffer.getInt(BuilderMark.VERSION_AT); // 0 while a first builder begins
            return version == 0 || version == BuilderMark.VERSION
                    ? Optional.of(new BuilderMark(buffer).read())
                    : Optional.empty();
        }
    }

    /**
     * Returns whether a builder holds the lock of a directory. Does not disturb a builder, also one that starts at this moment.
     *
     * @throws IOException when the mark file cannot be read
     */
    public static boolean isHeld(Path directory) throws IOException {
        Path path = path(directory);
        synchronized (HELD) {
            if (HELD.containsKey(path)) {
                return true;
            }
            if (!Files.exists(path)) { // an address has no files to lock
                return false;
            }
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                return !LockFile.tryLock(path, channel, FOR_OTHERS, 1, true);
            } catch (NoSuchFileException e) {
                return false;
            }
        }
    }

    /** Returns the mark, to be kept up to date by the builder. */
    public BuilderMark mark() {
        return mark;
    }

    /** Releases the lock; a second call does nothing. */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (HELD.remove(path, this)) {
                mark.end();
                file.close();
                channel.close();
            }
        }
    }
}
