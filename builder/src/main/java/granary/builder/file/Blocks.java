package granary.builder.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reserves the disk blocks of a new file of zeros: by fallocate if the operating system and the file system have it, otherwise by
 * writing zeros. One thread writes a byte in half a nanosecond, so that writing would take a fifth of a layer's time.
 */
final class Blocks {
    private static final int ZEROS = 1 << 20;

    /** To write fewer zeros takes less time than to link Java with the C library. */
    static final long SHORT_FILE = 16 << 20;

    private Blocks() {}

    /**
     * Creates a file of zeros with all its blocks allocated.
     *
     * @param path a file that does not exist yet
     * @param length bytes, 1 or more
     * @throws IOException when the disk is full or the file cannot be created
     */
    static void reserve(Path path, long length) throws IOException {
        Files.createFile(path);
        if (length < SHORT_FILE || !DirectFile.isPossible() || !DirectFile.allocate(path, length)) {
            writeZeros(path, length);
        }
    }

    /** Writes zeros to an empty file. */
    static void writeZeros(Path path, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, length));
            for (long at = 0; at < length; at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), length - at));
                while (zeros.hasRemaining()) {
                    channel.write(zeros, at + zeros.position());
                }
            }
        }
    }
}
