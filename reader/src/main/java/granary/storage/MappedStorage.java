package granary.storage;

import granary.error.ReadFaultException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A file mapped into memory: looked up without copying, shared between processes through the page cache.
 *
 * <p>Java 17 maps at most 2 GiB at a time, so a file is a row of mappings of 1 GiB, each 8 bytes longer than its share,
 * so that a number across the border is read from one of them. The mappings go when the garbage collector finds them
 * unused; nothing else could unmap them safely while another thread reads.
 *
 * <p>When the file shrinks under the mapping, or the disk fails, the processor cannot read the page. Java lives
 * through that, but it passes over the load, which leaves in the register what was there, and throws its
 * {@link InternalError} later: Java 17 up to a second later, and any Java in the caller's code rather than here. So a
 * number is not loaded but copied to a place that holds a mark before, where it shows when nothing was copied (5 ns);
 * many lookups at once are loaded and followed by a look at the file's length. What the operating system does without a
 * fault, zeros from the file's new end to the end of that page, leaves at least the number's two highest bytes zero
 * where it changes anything below the highest, and a group of scores has 7 bytes at most: rare enough to ask for the
 * file's length.
 */
public final class MappedStorage implements Storage {
    private static final int CHUNK_BITS = 30;
    private static final long CHUNK = 1L << CHUNK_BITS;
    private static final int OVERLAP = Long.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long UNREAD = -1;
    /** Eight bytes for each thread, where a number goes. */
    private static final ThreadLocal<byte[]> NUMBERS = ThreadLocal.withInitial(() -> new byte[Long.BYTES]);

    private final Path path;
    private final RandomAccessFile file;
    private final long length;
    private final MappedByteBuffer[] chunks;
    /** The first of the chunks, mostly the only one: a lookup does not wait for its place in the row (3 ns). */
    private final MappedByteBuffer first;

    private volatile boolean closed;

    /**
     * Maps a file.
     *
     * @throws IOException when the file cannot be opened or mapped
     */
    public MappedStorage(Path path) throws IOException {
        this.path = path;
        this.file = new RandomAccessFile(path.toFile(), "r");
        try {
            this.length = file.length();
            this.chunks = new MappedByteBuffer[Math.max(1, (int) ((length + CHUNK - 1) >>> CHUNK_BITS))];
            FileChannel channel = file.getChannel();
            for (int i = 0; i < chunks.length; i++) {
                long start = i * CHUNK;
                chunks[i] =
                        channel.map(FileChannel.MapMode.READ_ONLY, start, Math.min(CHUNK + OVERLAP, length - start));
                chunks[i].order(ByteOrder.LITTLE_ENDIAN);
            }
            this.first = chunks[0];
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long getLong(long offset) {
        byte[] number = NUMBERS.get();
        LONG.set(number, 0, UNREAD);
        try {
            MappedByteBuffer chunk = offset < CHUNK ? first : chunks[(int) (offset >>> CHUNK_BITS)];
            chunk.get((int) (offset & (CHUNK - 1)), number, 0, Long.BYTES);
            long value = (long) LONG.get(number, 0);
            if (value + 1 >>> 49 == 0) { // UNREAD or two zero bytes at the top
                checkStillThere(offset, value == UNREAD);
            }
            return value;
        } catch (InternalError e) {
            throw fault(offset, e);
        }
    }

    @Override
    public void getLongs(long[] offsets, long[] values, int count) {
        try {
            MappedByteBuffer[] all = chunks;
            // Nothing but the loads in this loop, so that as many as possible are under way at once.
            for (int i = 0; i < count; i++) {
                long offset = offsets[i];
                values[i] = all[(int) (offset >>> CHUNK_BITS)].getLong((int) (offset & (CHUNK - 1)));
            }
            if (file.length() < length) {
                checkStillThere(offsets[0], true);
            }
        } catch (IOException | InternalError e) {
            checkStillThere(offsets[0], true);
            Storage.super.getLongs(offsets, values, count);
        }
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(offset, count, length);
        try {
            long from = offset;
            int to = at;
            int left = count;
            while (left > 0) {
                int inChunk = (int) (from & (CHUNK - 1));
                int part = (int) Math.min(left, CHUNK - inChunk);
                chunks[(int) (from >>> CHUNK_BITS)].get(inChunk, target, to, part);
                from += part;
                to += part;
                left -= part;
            }
            checkStillThere(offset, true);
        } catch (InternalError e) {
            throw fault(offset, e);
        }
    }

    @Override
    public void load() {
        try {
            for (MappedByteBuffer chunk : chunks) {
                chunk.load();
            }
            checkStillThere(0, true);
        } catch (InternalError e) {
            throw fault(0, e);
        }
    }

    /**
     * Checks that the file is as long as it was.
     *
     * @param meetError whether an InternalError may be due that nothing else shows
     */
    private void checkStillThere(long offset, boolean meetError) {
        InternalError late = meetError ? LateError.take() : null;
        long now;
        try {
            now = file.length();
        } catch (IOException e) {
            if (closed) {
                throw new IllegalStateException(path + " is closed", e);
            }
            throw fault(offset, e);
        }
        if (late != null || now < length) {
            throw fault(offset, late);
        }
    }

    private ReadFaultException fault(long offset, Throwable cause) {
        ReadFaultException fault = new ReadFaultException(
                path,
                offset,
                "a file of " + length + " bytes",
                "a page that cannot be read",
                "the file was truncated after it was opened, or the disk or network failed");
        if (cause != null) {
            fault.initCause(cause);
        }
        return fault;
    }

    /** Closes the file. The mappings stay until no thread can use them. */
    @Override
    public void close() {
        closed = true;
        try {
            file.close();
        } catch (IOException e) {
            throw fault(-1, e);
        }
    }
}
