package granary.storage;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A file copied into the Java heap. Because a file may be larger than an array, it is a sequence of arrays of 1 GiB, each
 * extended by 8 bytes so that a number across a boundary can be read from one array.
 */
final class HeapStorage implements Storage {
    private static final int WINDOW_BITS = 30;
    private static final int OVERLAP = Long.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int windowBits;
    private final long length;
    private final byte[][] windows;

    /**
     * Copies a file. Takes as many bytes of heap as the file has.
     *
     * @throws IOException when the file cannot be read or shrinks meanwhile
     */
    HeapStorage(Path path) throws IOException {
        this(path, WINDOW_BITS);
    }

    /** Copies a file into windows of 2^windowBits bytes, 8 bytes or more. */
    HeapStorage(Path path, int windowBits) throws IOException {
        this.windowBits = windowBits;
        this.length = Files.size(path);
        long window = 1L << windowBits;
        this.windows = new byte[(int) ((length + window - 1) >>> windowBits)][];
        try (InputStream in = Files.newInputStream(path)) {
            for (int i = 0; i < windows.length; i++) {
                long left = length - i * window;
                int wanted = (int) Math.min(window, left);
                windows[i] = new byte[(int) Math.min(window + OVERLAP, left)];
                if (in.readNBytes(windows[i], 0, wanted) != wanted) {
                    throw new EOFException(path + " became shorter than " + length + " bytes while it was read");
                }
                if (i > 0) {
                    byte[] before = windows[i - 1];
                    System.arraycopy(windows[i], 0, before, (int) window, before.length - (int) window);
                }
            }
        }
    }

    /**
     * Wraps bytes that are in memory already. The array is not copied.
     *
     * @param bytes at most 1 GiB
     * @throws IllegalArgumentException when there are more
     */
    HeapStorage(byte[] bytes) {
        if (bytes.length > 1 << WINDOW_BITS) {
            throw new IllegalArgumentException(bytes.length + " bytes are more than " + (1 << WINDOW_BITS));
        }
        this.windowBits = WINDOW_BITS;
        this.length = bytes.length;
        this.windows = new byte[][] {bytes};
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long getLong(long offset) {
        Objects.checkFromIndexSize(offset, Long.BYTES, length);
        return (long) LONG.get(windows[(int) (offset >>> windowBits)], (int) (offset & (1L << windowBits) - 1));
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(offset, count, length);
        Objects.checkFromIndexSize(at, count, target.length);
        long from = offset;
        int to = at;
        int left = count;
        while (left > 0) {
            int inWindow = (int) (from & (1L << windowBits) - 1);
            int part = (int) Math.min(left, (1L << windowBits) - inWindow);
            System.arraycopy(windows[(int) (from >>> windowBits)], inWindow, target, to, part);
            from += part;
            to += part;
            left -= part;
        }
    }
}
