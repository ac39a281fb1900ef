package granary.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Damages a file in place. */
public final class BitFlip {
    private BitFlip() {}

    /** Turns one bit of a file round; turning it again mends the file. */
    public static void flip(Path path, long bit) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(bit / 8);
            int value = file.read();
            file.seek(bit / 8);
            file.write(value ^ 1 << bit % 8);
        }
    }
}
