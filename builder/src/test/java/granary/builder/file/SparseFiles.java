package granary.builder.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes long files of which only what is written takes room. */
public final class SparseFiles {
    private SparseFiles() {}

    /** Creates a file of zeros without blocks, and maps it. */
    public static ReservedFile create(Path path, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(
                path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.allocate(1), length - 1);
        }
        return new ReservedFile(path, length);
    }
}
