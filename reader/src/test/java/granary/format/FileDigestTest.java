package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import granary.plain.Checksums;
import granary.testing.TestRandom;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileDigestTest {
    private static final int PAGE = 4096;
    private static final int MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE, 3 * MEBIBYTE + 7})
    void theDigestIsThatOfTheDigestsOfHeaderAndMebibytes(int behindTheHeader) {
        byte[] file = new byte[PAGE + behindTheHeader];
        TestRandom.create().nextBytes(file);
        assertEquals(Checksums.digest(file), FileDigest.of(file));
    }

    @Test
    void segmentsThatWereDigestedElsewhereGiveTheSameDigest() {
        byte[] file = new byte[PAGE + 3 * MEBIBYTE + 7];
        TestRandom.create().nextBytes(file);
        FileDigest there = new FileDigest(file.length);
        FileDigest here = new FileDigest(file.length);
        for (int segment = 0; segment < there.segments(); segment++) {
            FileDigest by = segment >= 2 ? there : here;
            by.set(segment, ByteBuffer.wrap(file, (int) by.start(segment), by.length(segment)));
        }
        here.set(2, there.digests(2, there.segments()));
        assertEquals(Checksums.digest(file), here.hex());
    }

    @Test
    void everyByteCounts() {
        Random random = TestRandom.create();
        byte[] file = new byte[PAGE + MEBIBYTE + 100];
        String digest = FileDigest.of(file);
        for (int at :
                new int[] {0, PAGE - 1, PAGE, PAGE + MEBIBYTE - 1, PAGE + MEBIBYTE, random.nextInt(file.length)}) {
            file[at] ^= 1;
            assertNotEquals(digest, FileDigest.of(file), "byte " + at);
            file[at] ^= 1;
        }
    }
}
