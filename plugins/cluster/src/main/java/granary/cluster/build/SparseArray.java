package granary.cluster.build;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An array of zeros of which only those pages take memory that are written to: a mapped file that is all hole, and without a
 * name as soon as it is mapped. The pages are the operating system's to keep in memory or not.
 */
final class SparseArray implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /**
     * Makes an array.
     *
     * @param directory where its file is, on a disk of this machine
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
