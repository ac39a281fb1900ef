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
    private static final int CHUNK_BITS = 30;
    private static final int OVERLAP = Long.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int chunkBits;
    private final long length;
    private final byte[][] chunks;

    /**
     * Copies a file. Takes as many bytes of heap as the file has.
     *
     * @throws IOException when the file cannot be read or shrinks meanwhile
     */
    HeapStorage(Path path) throws IOException {
        this(path, CHUNK_BITS);
    }

    /** Copies a file into chunks of 2^chunkBits bytes, 8 bytes or more. */
    HeapStorage(Path path, int chunkBits) throws IOException {
        this.chunkBits = chunkBits;
        this.length = Files.size(path);
        long chunk = 1L << chunkBits;
        this.chunks = new byte[(int) ((length + chunk - 1) >>> chunkBits)][];
        try (InputStream in = Files.newInputStream(path)) {
            for (int i = 0; i < chunks.length; i++) {
                long left = length - i * chunk;
                int wanted = (int) Math.min(chunk, left);
                chunks[i] = new byte[(int) Math.min(chunk + OVERLAP, left)];
                if (in.readNBytes(chunks[i], 0, wanted) != wanted) {
                    throw new EOFException(path + " became shorter than " + length + " bytes while it was read");
                }
                if (i > 0) {
                    byte[] before = chunks[i - 1];
                    System.arraycopy(chunks[i], 0, before, (int) chunk, before.length - (int) chunk);
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
        if (bytes.length > 1 << CHUNK_BITS) {
            throw new IllegalArgumentException(bytes.length + " bytes are more than " + (1 << CHUNK_BITS));
        }
        this.chunkBits = CHUNK_BITS;
        this.length = bytes.length;
        this.chunks = new byte[][] {bytes};
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long getLong(long offset) {
        Objects.checkFromIndexSize(offset, Long.BYTES, length);
        return (long) LONG.get(chunks[(int) (offset >>> chunkBits)], (int) (offset & (1L << chunkBits) - 1));
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(offset, count, length);
        Objects.checkFromIndexSize(at, count, target.length);
        long from = offset;
        int to = at;
        int left = count;
        while (left > 0) {
            int inChunk = (int) (from & (1L << chunkBits) - 1);
            int part = (int) Math.min(left, (1L << chunkBits) - inChunk);
            System.arraycopy(chunks[(int) (from >>> chunkBits)], inChunk, target, to, part);
            from += part;
            to += part;
            left -= part;
        }
    }
}
