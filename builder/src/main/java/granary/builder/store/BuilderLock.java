package granary.builder.store;

import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.agrona.MarkFile;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Allows one builder per directory. The operating system's lock on the mark file decides, because it is released with the
 * process however that ends; agrona's mark file shows others who holds it, since when, and how far the build is.
 */
public final class BuilderLock implements AutoCloseable {
    /** The mark file's name in the database's directory. */
    public static final String FILE_NAME = "granary.builder";

    private final FileChannel channel;
    private final MarkFile file;
    private final BuilderMark mark;
    private final int layerBefore;
    private final double shareBefore;

    private BuilderLock(FileChannel channel, MarkFile file) {
        this.channel = channel;
        this.file = file;
        this.mark = new BuilderMark(file.buffer());
        this.layerBefore = mark.layer();
        this.shareBefore = mark.share();
    }

    /**
     * Takes the lock.
     *
     * @throws InvalidRequestException when another builder holds it, with its process id and age
     * @throws IOException when the mark file cannot be written
     */
    public static BuilderLock take(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE_NAME),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, BuilderMark.LENGTH);
            if (!tryLock(channel, false)) {
                BuilderMark other = new BuilderMark(new UnsafeBuffer(buffer));
                throw new InvalidRequestException("another builder is running in " + directory + ": process "
                        + other.processId() + ", for " + describe(Duration.between(other.started(), Instant.now())));
            }
            BuilderLock lock =
                    new BuilderLock(channel, new MarkFile(buffer, BuilderMark.VERSION_AT, BuilderMark.TIMESTAMP_AT));
            lock.mark.begin();
            lock.file.signalReady(BuilderMark.VERSION);
            return lock;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Closing the channel releases the lock. It lies far beyond the contents, which others must be able to read. */
    @SuppressWarnings("resource")
    private static boolean tryLock(FileChannel channel, boolean shared) throws IOException {
        try {
            FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, shared);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by another thread of this process
        }
    }

    private static String describe(Duration age) {
        return age.toHours() > 0
                ? age.toHours() + " h " + age.toMinutesPart() + " min"
                : age.toMinutes() > 0 ? age.toMinutes() + " min " + age.toSecondsPart() + " s" : age.toSeconds() + " s";
    }

    /**
     * Returns the mark of the current or last builder of a directory, without disturbing it.
     *
     * @return the mark, or empty if there never was a builder
     * @throws IOException when the mark file cannot be read
     */
    public static Optional<BuilderMark> read(Path directory) throws IOException {
        Path path = directory.resolve(FILE_NAME);
        if (!Files.exists(path) || Files.size(path) < BuilderMark.LENGTH) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return Optional.of(new BuilderMark(
                    new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_ONLY, 0, BuilderMark.LENGTH))));
        }
    }

    /**
     * Returns whether a builder holds the lock of a directory, without disturbing it. Not for a process that may hold it
     * itself: looking would release it.
     *
     * @throws IOException when the mark file cannot be read
     */
    public static boolean isHeld(Path directory) throws IOException {
        Path path = directory.resolve(FILE_NAME);
        if (!Files.exists(path)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return !tryLock(channel, true);
        }
    }

    /** Returns the share of a layer's work that the builder before this one had done when it ended, 0 to 1. */
    public double shareBefore(int layer) {
        return layer == layerBefore ? shareBefore : 0;
    }

    /** Returns the mark, to be kept up to date by the builder. */
    public BuilderMark mark() {
        return mark;
    }

    @Override
    public void close() throws IOException {
        mark.end();
        file.close();
        channel.close();
    }
}
