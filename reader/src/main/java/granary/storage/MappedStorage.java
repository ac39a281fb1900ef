package granary.storage;

import granary.error.ReadFaultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A file mapped into memory: looked up without copying, shared between processes through the page cache.
 *
 * <p>Java 17 maps at most 2 GiB at a time, so a file is a row of mappings of 1 GiB, each 8 bytes longer than its share,
 * so that a number across the border is read from one of them. The mappings go when the garbage collector finds them
 * unused; nothing else could unmap them safely while another thread reads.
 */
public final class MappedStorage implements Storage {
    private static final int CHUNK_BITS = 30;
    private static final long CHUNK = 1L << CHUNK_BITS;
    private static final int OVERLAP = Long.BYTES;

    private final Path path;
    private final long length;
    private final ByteBuffer[] chunks;

    /**
     * Maps a file.
     *
     * @throws IOException when the file cannot be opened or mapped
     */
    public MappedStorage(Path path) throws IOException {
        this.path = path;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            this.length = channel.size();
            this.chunks = new ByteBuffer[(int) ((length + CHUNK - 1) >>> CHUNK_BITS)];
            for (int i = 0; i < chunks.length; i++) {
                long start = i * CHUNK;
                long size = Math.min(CHUNK + OVERLAP, length - start);
                chunks[i] =
                        channel.map(FileChannel.MapMode.READ_ONLY, start, size).order(ByteOrder.LITTLE_ENDIAN);
            }
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long getLong(long offset) {
        try {
            return chunks[(int) (offset >>> CHUNK_BITS)].getLong((int) (offset & (CHUNK - 1)));
        } catch (InternalError e) {
            throw fault(offset, e);
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
        } catch (InternalError e) {
            throw fault(offset, e);
        }
    }

    /** A mapped page that the operating system cannot deliver reaches Java as an InternalError. */
    private ReadFaultException fault(long offset, InternalError e) {
        ReadFaultException fault = new ReadFaultException(
                path,
                offset,
                "a file of " + length + " bytes",
                "a page that cannot be read",
                "the file was truncated after it was opened, or the disk or network failed");
        fault.initCause(e);
        return fault;
    }
}
