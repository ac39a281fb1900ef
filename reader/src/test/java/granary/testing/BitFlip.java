package granary.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/** Damages a file in place. */
public final class BitFlip {
    private BitFlip() {}

    /** Turns each bit of an array round, has something done with it, and turns it back. */
    public static void each(byte[] bytes, IntConsumer done) {
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            done.accept(bit);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

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
