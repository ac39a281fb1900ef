package granary.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.TestRandom;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColexIteratorTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 12})
    void everyVectorComesOnceInRankOrder(int parts) {
        Colex colex = new Colex(parts);
        for (int sum = 0; sum <= 6; sum++) {
            assertAgreesWithUnrank(colex, sum, 0, colex.size(sum));
        }
    }

    @Test
    void walkingFromTheMiddleAgreesWithUnrankUpToTheLargestSum() {
        Random random = TestRandom.create();
        for (int parts = 1; parts <= 32; parts++) {
            Colex colex = new Colex(parts);
            for (int sum : new int[] {0, 1, colex.maxSum() / 2, colex.maxSum() - 1, colex.maxSum()}) {
                long size = colex.size(sum);
                long middle = (long) (random.nextDouble() * size);
                assertAgreesWithUnrank(colex, sum, 0, Math.min(size, 200));
                assertAgreesWithUnrank(colex, sum, middle, Math.min(size, middle + 200));
                assertAgreesWithUnrank(colex, sum, Math.max(0, size - 200), size);
            }
        }
    }

    private static void assertAgreesWithUnrank(Colex colex, int sum, long from, long to) {
        ColexIterator iterator = new ColexIterator(colex, sum, from);
        int[] next = new int[colex.parts()];
        int[] unranked = new int[colex.parts()];
        for (long rank = from; rank < to; rank++) {
            assertTrue(iterator.next(next));
            colex.unrank(sum, rank, unranked);
            assertArrayEquals(unranked, next, "rank " + rank + " of sum " + sum);
        }
        if (to == colex.size(sum)) {
            Arrays.fill(next, -7);
            assertFalse(iterator.next(next));
            assertTrue(Arrays.stream(next).allMatch(part -> part == -7), "nothing is written behind the end");
        }
    }

    @Test
    void atTheEndThereIsNothingLeft() {
        Colex colex = new Colex(4);
        assertFalse(new ColexIterator(colex, 5, colex.size(5)).next(new int[4]));
    }

    @Test
    void whatIsOutOfRangeIsRejected() {
        Colex colex = new Colex(4);
        assertThrows(IllegalArgumentException.class, () -> new ColexIterator(colex, 5, -1));
        assertThrows(IllegalArgumentException.class, () -> new ColexIterator(colex, 5, colex.size(5) + 1));
        assertThrows(IllegalArgumentException.class, () -> new ColexIterator(colex, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> new ColexIterator(colex, colex.maxSum() + 1, 0));
    }
}
