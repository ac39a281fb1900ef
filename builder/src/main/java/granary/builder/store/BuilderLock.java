package granary.builder.store;

import granary.builder.UserMistake;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.agrona.MarkFile;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One builder a directory. The operating system's lock on the mark file decides, because it goes with the process
 * however that ends; agrona's mark file tells others who holds it, since when, and how far the work is.
 */
public final class BuilderLock implements AutoCloseable {
    /** The mark file's name in the database's directory. */
    public static final String FILE_NAME = "granary.builder";

    private final FileChannel channel;
    private final MarkFile mark;

    private BuilderLock(FileChannel channel, MarkFile mark) {
        this.channel = channel;
        this.mark = mark;
    }

    /**
     * Takes the lock.
     *
     * @throws UserMistake when another builder holds it, with its process id and age
     * @throws IOException when the mark file cannot be written
     */
    @SuppressWarnings("resource") // the lock goes with the channel, which this object closes
    public static BuilderLock take(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE_NAME),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, BuilderMark.LENGTH);
            // Far beyond the content: where locks are mandatory, others must still be able to read it.
            if (tryLock(channel) == null) {
                BuilderMark mark = new BuilderMark(new UnsafeBuffer(buffer));
                throw new UserMistake("another builder is at work in " + directory + ": process " + mark.processId()
                        + ", for " + describe(Duration.between(mark.started(), Instant.now())));
            }
            MarkFile mark = new MarkFile(buffer, BuilderMark.VERSION_AT, BuilderMark.TIMESTAMP_AT);
            new BuilderMark(mark.buffer()).begin(ProcessHandle.current().pid(), Instant.now());
            mark.timestampRelease(System.currentTimeMillis());
            mark.signalReady(BuilderMark.VERSION);
            return new BuilderLock(channel, mark);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(Long.MAX_VALUE - 1, 1, false);
        } catch (OverlappingFileLockException e) {
            return null; // another thread of this process holds it
        }
    }

    private static String describe(Duration age) {
        return age.toHours() > 0
                ? age.toHours() + " h " + age.toMinutesPart() + " min"
                : age.toMinutes() > 0 ? age.toMinutes() + " min " + age.toSecondsPart() + " s" : age.toSeconds() + " s";
    }

    /** Returns the mark, whose counters the builder keeps up to date. */
    public BuilderMark mark() {
        return new BuilderMark(mark.buffer());
    }

    /** Notes that the builder is alive. */
    public void beat() {
        mark.timestampRelease(System.currentTimeMillis());
    }

    @Override
    public void close() throws IOException {
        mark.timestampRelease(0);
        mark.close();
        channel.close();
    }
}
