package granary.builder.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import granary.builder.CheckFailedException;
import granary.builder.file.Disk;
import granary.storage.Storage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file in one mapping that ends when its arena is closed; any access afterwards throws IllegalStateException. (A {@link
 * granary.storage.MappedStorage}, which is made for Java 17, maps pieces of 1 GiB, and only the garbage collector unmaps them.) An
 * access to a page that cannot be read throws InternalError: {@link LayerFiles#fault}.
 */
record MappedFile(MemorySegment bytes) implements Storage {
    private static final ValueLayout.OfLong NUMBER = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * Maps a file.
     *
     * @throws CheckFailedException when files cannot be mapped there
     * @throws IOException when it cannot be opened, or its length cannot be read
     */
    static MappedFile open(Path path, Arena arena) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) { // opening a pipe would block
            throw new IOException("not a regular file");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long length = channel.size();
            try {
                return new MappedFile(channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena));
            } catch (IOException e) {
                throw new CheckFailedException(Disk.lacking("mapped", path, e).getMessage(), e);
            }
        }
    }

    @Override
    public long length() {
        return bytes.byteSize();
    }

    @Override
    public long getLong(long offset) {
        return bytes.get(NUMBER, offset);
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        MemorySegment.copy(bytes, JAVA_BYTE, offset, target, at, count);
    }
}
