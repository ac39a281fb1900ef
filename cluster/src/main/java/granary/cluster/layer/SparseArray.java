package granary.cluster.layer;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An array of zeros in which only pages that are written to take memory. It is a mapped sparse file, whose name is deleted as soon
 * as it is mapped. The operating system may move its pages to the disk.
 */
final class SparseArray implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /**
     * Makes an array.
     *
     * @param directory the directory of its file, on a disk of this machine
     * @throws IOException when the file cannot be made
     */
    SparseArray(Path directory, long bytes) throws IOException {
        Path file = Files.createTempFile(directory, "granary-", ".array");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    MemorySegment segment() {
        return segment;
    }

    @Override
    public void close() {
        arena.close();
    }
}
