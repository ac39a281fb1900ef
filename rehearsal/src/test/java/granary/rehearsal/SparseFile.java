package granary.rehearsal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A mapped file of zeros of which only those pages take room that are written. Any number of threads may write bytes; none when it
 * is cleared.
 */
public final class SparseFile implements AutoCloseable {
    public final Path path;
    private final long length;
    private final RandomAccessFile file;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /**
     * Makes a file.
     *
     * @param path where none is yet, on a file system that has sparse files
     * @throws IOException when the file cannot be made or mapped
     */
    public SparseFile(Path path, long length) throws IOException {
        this.path = path;
        this.length = length;
        Files.newByteChannel(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)
                .close();
        file = new RandomAccessFile(path.toFile(), "rw");
        try {
            file.setLength(length);
            segment = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, length, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            file.close();
            throw e;
        }
    }

    public MemorySegment segment() {
        return segment;
    }

    /** Makes all bytes zero again, and frees their room. Mappings of the file stay valid. */
    public void clear() throws IOException {
        file.setLength(0);
        file.setLength(length);
    }

    @Override
    public void close() throws IOException {
        arena.close();
        file.close();
        Files.delete(path);
    }
}
