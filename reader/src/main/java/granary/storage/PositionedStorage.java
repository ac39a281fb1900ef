package granary.storage;

import granary.error.ReadFaultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * A file that is read at positions, with one system call for each lookup. Nothing is mapped, so if the file shrinks or the drive
 * fails, a lookup throws a {@link ReadFaultException}, and nothing worse happens.
 *
 * <p>When a thread is interrupted while it reads, {@link FileChannel} closes the channel for all threads. This class then opens
 * the file again and repeats the read, and the thread stays interrupted.
 */
final class PositionedStorage implements Storage {
    /** Eight bytes for each thread, outside the heap because system calls read only into such memory. */
    private static final ThreadLocal<ByteBuffer> NUMBERS =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN));

    private final Path path;
    private final long length;
    private final Object identity;
    private volatile FileChannel channel;
    private volatile boolean closed;

    /**
     * Opens a file.
     *
     * @throws IOException when the file cannot be opened
     */
    PositionedStorage(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
        this.length = channel.size();
        this.identity = identity(path);
    }

    @Override
    public long length() {
        return length;
    }

    /** {@inheritDoc} Allocates 8 bytes outside the heap at the first call of each thread, then nothing. */
    @Override
    public long getLong(long offset) {
        Objects.checkFromIndexSize(offset, Long.BYTES, length);
        ByteBuffer number = NUMBERS.get().clear();
        fill(number, offset);
        return number.getLong(0);
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(offset, count, length);
        fill(ByteBuffer.wrap(target, at, count), offset);
    }

    /** Fills what remains of a buffer with the bytes from an offset on. */
    private void fill(ByteBuffer buffer, long offset) {
        boolean interrupted = false;
        int first = buffer.position();
        try {
            while (buffer.hasRemaining()) {
                long at = offset + buffer.position() - first;
                try {
                    if (channel.read(buffer, at) < 0) {
                        throw fault(at, "the end of the file", "the file was truncated after it was opened", null);
                    }
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(e);
                } catch (IOException e) {
                    throw fault(at, e.toString(), "the disk or network failed", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void reopen(ClosedChannelException why) {
        if (closed) {
            throw new IllegalStateException(path + " is closed", why);
        }
        if (!channel.isOpen()) { // otherwise another thread was first
            try {
                if (!Objects.equals(identity, identity(path)) || Files.size(path) != length) {
                    throw fault(-1, "another file", "replaced while it was open", null);
                }
                channel = FileChannel.open(path, StandardOpenOption.READ);
            } catch (IOException e) {
                throw fault(0, e.toString(), "the file was removed after it was opened", e);
            }
        }
    }

    /** Returns a key that differs for another file of the same name, or null if the system has none. */
    private static Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    private ReadFaultException fault(long offset, String actual, String likelyCause, IOException cause) {
        ReadFaultException fault =
                new ReadFaultException(path.toString(), offset, "a file of " + length + " bytes", actual, likelyCause);
        fault.initCause(cause);
        return fault;
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            channel.close();
        } catch (IOException e) {
            throw fault(-1, e.toString(), "the disk or network failed", e);
        }
    }
}
