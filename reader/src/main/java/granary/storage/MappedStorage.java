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
import java.util.Arrays;
import java.util.Objects;

/**
 * A file mapped into memory: looked up without copying, shared between processes through the page cache.
 *
 * <p>Java 17 maps at most 2 GiB at a time, so a file is a sequence of mappings of 1 GiB, each extended by 8 bytes so that a number across a
 * boundary can be read from one of them. They are unmapped when the garbage collector finds them unused; nothing else could unmap them
 * safely while another thread reads.
 *
 * <p>When the file shrinks under the mapping, or the disk fails, the processor cannot read the page. The JVM survives that, but it skips
 * the load, which leaves an arbitrary value in the register. It throws an {@link InternalError} later: in Java 17 up to a second later, and
 * in any Java in the caller's code rather than here. So this class does not load numbers. It copies them to a place that it has filled with
 * a mark, which is still there if nothing was copied (5 ns each). One case causes no fault: from the file's new end to the end of that page
 * the operating system supplies zeros. Since a group of scores has at most 7 bytes, these zeros change a score only if at least the two
 * highest bytes of the number become zero. That is rare, so that the storage can then ask for the file's length.
 */
final class MappedStorage implements Storage {
    private static final int WINDOW_BITS = 30;
    private static final long WINDOW = 1L << WINDOW_BITS;
    private static final int OVERLAP = Long.BYTES;
    private static final int PAGE = 4096;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long UNREAD = -1;
    private static final int AT_ONCE = 64;
    /** Half a kilobyte for each thread, to which numbers are copied. */
    private static final ThreadLocal<byte[]> NUMBERS = ThreadLocal.withInitial(() -> new byte[AT_ONCE * Long.BYTES]);

    private final Path path;
    private final RandomAccessFile file;
    private final long length;
    private final MappedByteBuffer[] windows;
    /** The first window, usually the only one, so that a lookup does not wait for a load of the array's element (3 ns). */
    private final MappedByteBuffer first;

    private volatile boolean closed;
    /** The last eight bytes when the file's length was last asked for. */
    private volatile long end;

    /**
     * Maps a file.
     *
     * @throws IOException when the file cannot be opened or mapped
     */
    MappedStorage(Path path) throws IOException {
        this.path = path;
        this.file = new RandomAccessFile(path.toFile(), "r");
        try {
            this.length = file.length();
            this.windows = new MappedByteBuffer[Math.max(1, (int) ((length + WINDOW - 1) >>> WINDOW_BITS))];
            FileChannel channel = file.getChannel();
            for (int i = 0; i < windows.length; i++) {
                long start = i * WINDOW;
                windows[i] =
                        channel.map(FileChannel.MapMode.READ_ONLY, start, Math.min(WINDOW + OVERLAP, length - start));
                windows[i].order(ByteOrder.LITTLE_ENDIAN);
            }
            this.first = windows[0];
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    @Override
    public long length() {
        return length;
    }

    // Each public method catches the errors of a private one. Java 17's quick compiler (C1) may throw a late error at
    // the counter of a loop, where no handler of the same compiled code applies; a handler around a call does. None of
    // the private methods is so short that C1 would inline it.

    @Override
    public long getLong(long offset) {
        try {
            return number(offset);
        } catch (InternalError e) {
            throw fault(offset, e);
        }
    }

    @Override
    public void getLongs(long[] offsets, long[] values, int count) {
        try {
            for (int done = 0; done < count; done += AT_ONCE) {
                numbers(offsets, values, done, Math.min(AT_ONCE, count - done));
            }
        } catch (InternalError e) {
            throw fault(offsets[0], e);
        }
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(offset, count, length);
        try {
            bytes(offset, target, at, count);
        } catch (InternalError e) {
            throw fault(offset, e);
        }
    }

    private long number(long offset) {
        byte[] numbers = NUMBERS.get();
        LONG.set(numbers, 0, UNREAD);
        copy(offset, numbers, 0);
        return checked(offset, (long) LONG.get(numbers, 0));
    }

    private void numbers(long[] offsets, long[] values, int from, int count) {
        byte[] numbers = NUMBERS.get();
        Arrays.fill(numbers, 0, count * Long.BYTES, (byte) UNREAD);
        // The loop does nothing but copy, so that as many cache misses as possible overlap.
        for (int i = 0; i < count; i++) {
            copy(offsets[from + i], numbers, i * Long.BYTES);
        }
        for (int i = 0; i < count; i++) {
            values[from + i] = checked(offsets[from + i], (long) LONG.get(numbers, i * Long.BYTES));
        }
    }

    private void bytes(long offset, byte[] target, int at, int count) {
        long from = offset;
        int to = at;
        int left = count;
        while (left > 0) {
            int inWindow = (int) (from & (WINDOW - 1));
            int part = (int) Math.min(left, WINDOW - inWindow);
            MappedByteBuffer bytes = windows[(int) (from >>> WINDOW_BITS)].slice(inWindow, part);
            if (part > PAGE) {
                bytes.load(); // asks the disk for just these pages, all at once
            }
            bytes.get(0, target, to, part);
            from += part;
            to += part;
            left -= part;
        }
        checkStillThere(offset, true);
    }

    private void copy(long offset, byte[] numbers, int at) {
        window(offset).get((int) (offset & (WINDOW - 1)), numbers, at, Long.BYTES);
    }

    private MappedByteBuffer window(long offset) {
        long index = offset >>> WINDOW_BITS;
        return index == 0 ? first : windows[(int) Math.min(index, windows.length)];
    }

    /** Returns a number if it was read, and throws otherwise. */
    private long checked(long offset, long value) {
        if (((value >> 48) + 1 & -2) == 0) { // the two highest bytes are marks or zeros
            checkStillThere(offset, value == UNREAD);
        }
        return value;
    }

    /**
     * Checks that the file still has its length. Before it throws, it collects a pending error, which need not belong to the
     * number that revealed it.
     *
     * @param unread whether the mark is still there, so that an error may be pending although the file has its length
     */
    private void checkStillThere(long offset, boolean unread) {
        InternalError late = unread ? Access.takeLateError() : null;
        long last = length < Long.BYTES ? UNREAD : lastBytes();
        boolean changed = last == 0 || last == UNREAD || last != end;
        boolean shorter;
        try {
            shorter = changed && file.length() < length;
        } catch (IOException e) {
            if (closed) {
                throw new IllegalStateException(path + " is closed", e);
            }
            throw fault(offset, late == null ? e : late);
        }
        if (late != null || shorter) {
            throw fault(offset, late);
        }
        end = last;
    }

    /** Returns the last eight bytes. If they are not 0 and what they were, the file has its length, which takes longer to ask for. */
    private long lastBytes() {
        byte[] numbers = NUMBERS.get();
        LONG.set(numbers, 0, UNREAD);
        try {
            copy(length - Long.BYTES, numbers, 0);
        } catch (InternalError e) {
            return UNREAD;
        }
        long last = (long) LONG.get(numbers, 0);
        if (last == UNREAD) {
            Access.takeLateError();
        }
        return last;
    }

    private ReadFaultException fault(long offset, Throwable cause) {
        return ReadFaultException.ofPage(path.toString(), offset, "a file of " + length + " bytes", cause);
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
