package granary.builder.sweep;

import granary.testing.TestRandom;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** Makes a scratch file what a power cut may leave of it. */
final class TornScratch {
    private static final int PAGE = 4096;

    private TornScratch() {}

    /** Sets some pages of the values back to what they were when the layer began. */
    static void tear(Path file) throws IOException {
        Random random = TestRandom.create();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long pages = bytes.length() / PAGE / 2; // the values come first, then the conversion values
            for (int i = 0; i < 20; i++) {
                bytes.seek(PAGE * (1 + random.nextLong(pages - 1)));
                bytes.write(new byte[PAGE / 2]);
            }
        }
    }
}
