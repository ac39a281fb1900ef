package granary.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.TestRandom;
import granary.testing.Threads;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class HalfCacheTest {
    private static final int THREADS = 8;
    /** Blocks that meet in few slots. */
    private static final long BLOCKS = 5000;

    private static byte value(long half, int index) {
        return (byte) (31 * half + 7L * index >>> 3);
    }

    @Test
    void aBlockThatWasAddedIsThereAsFarAsItWasDecoded() {
        HalfCache cache = new HalfCache();
        byte[] values = new byte[BlockWalk.HALF];
        Arrays.fill(values, (byte) 5);
        assertEquals(HalfCache.ABSENT, cache.value(0, 0));
        assertFalse(cache.holds(0));
        cache.put(0, values, 10);
        assertTrue(cache.holds(0));
        assertEquals(5, cache.value(0, 9));
        assertEquals(HalfCache.ABSENT, cache.value(0, 10));
        assertEquals(HalfCache.ABSENT, cache.value(1L << 32, 0));
    }

    @Test
    void anyNumberOfThreadsFindTheValuesOfTheBlockOrNothing() throws Exception {
        HalfCache cache = new HalfCache();
        LongAdder found = new LongAdder();
        long seed = TestRandom.create().nextLong();
        Threads.run(THREADS, thread -> {
            Random random = new Random(seed + thread);
            byte[] values = new byte[BlockWalk.HALF];
            for (int i = 0; i < 200_000; i++) {
                long half = random.nextLong(BLOCKS);
                int index = random.nextInt(BlockWalk.HALF);
                int value = cache.value(half, index);
                if (value == HalfCache.ABSENT) {
                    int count = index + random.nextInt(BlockWalk.HALF - index) + 1;
                    for (int k = 0; k < count; k++) {
                        values[k] = value(half, k);
                    }
                    cache.put(half, values, count);
                } else {
                    assertEquals(value(half, index), value);
                    found.increment();
                }
            }
        });
        assertTrue(found.sum() > 1000, found::toString);
    }
}
