package granary.builder.sweep;

import granary.testing.TestRandom;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** Makes a scratch file what a power cut may leave of it. */
final class TornScratch {
    private static final int PAGE = 4096;
    /** Where the note is, at the end of the first page. */
    private static final int NOTE = PAGE - 256;

    private TornScratch() {}

    /** Sets some pages back to what they were when the layer began, and makes the note one of another run of the operating system. */
    static void tear(Path file) throws IOException {
        Random random = TestRandom.create();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long pages = bytes.length() / PAGE;
            bytes.seek(NOTE);
            bytes.seek(NOTE + bytes.read());
            bytes.write('!');
            for (int i = 0; i < 40; i++) {
                bytes.seek(PAGE * (1 + random.nextLong(pages - 1)));
                bytes.write(new byte[PAGE / 2]);
            }
        }
    }
}
