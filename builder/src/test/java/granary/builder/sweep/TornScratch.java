package granary.builder.sweep;

import granary.builder.memory.BufferPool;
import granary.builder.memory.LayerNeeds;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** Makes a scratch file what a power cut may leave of it. */
final class TornScratch {
    private TornScratch() {}

    /**
     * Sets some pages back to what they were when the layer began: pages of values or, if the file then says of no conversion values that
     * they are filled in, any.
     */
    static void tear(Path file, LayerNeeds need, int page) throws IOException {
        Random random = TestRandom.create();
        boolean isForgotten = random.nextBoolean();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            int pages = (int) ((bytes.length() - BufferPool.HEADER) / page);
            int[] places = need.outOfCore().order().places(page, pages);
            if (isForgotten) {
                bytes.seek(BufferPool.HEADER - Long.BYTES);
                bytes.writeLong(1);
            }
            for (int i = 0; i < 40; i++) {
                int torn = random.nextInt(isForgotten ? pages : (int) (need.bytes() / 2 / page));
                bytes.seek(BufferPool.HEADER + (long) places[torn] * page);
                bytes.write(new byte[page / 2]);
            }
        }
    }
}
