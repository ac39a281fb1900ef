package granary.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.game.PositionIterator;
import granary.testing.TestRandom;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColexTest {
    private static final int MAX_PARTS = 32;
    private static final int MAX_LOCATED = 16;

    @Test
    void rankIsTheSumOfTheBinomialCoefficientsOfThePartialSums() {
        Random random = TestRandom.create();
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            for (int i = 0; i < 100; i++) {
                int[] vector = randomVector(random, parts, random.nextInt(colex.maxSum() + 1));
                BigInteger expected = BigInteger.ZERO;
                int b = -1;
                for (int k = 0; k < parts - 1; k++) {
                    b += vector[k] + 1;
                    expected = expected.add(choose(b, k + 1));
                }
                assertEquals(expected.longValueExact(), colex.rank(vector), () -> Arrays.toString(vector));
            }
        }
    }

    @Test
    void unrankInvertsRankAtEverySize() {
        Random random = TestRandom.create();
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            int[] unranked = new int[parts];
            for (int i = 0; i < 100; i++) {
                int sum = random.nextInt(colex.maxSum() + 1);
                int[] vector = randomVector(random, parts, sum);
                colex.unrank(sum, colex.rank(vector), unranked);
                assertArrayEquals(vector, unranked);
            }
        }
    }

    @Test
    void sizesAreBinomialCoefficients() {
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            for (int sum = 0; sum <= colex.maxSum(); sum++) {
                assertEquals(choose(sum + parts - 1, parts - 1).longValueExact(), colex.size(sum));
            }
        }
    }

    @Test
    void noRankOverflowsAtTheLargestSum() {
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            int[] last = new int[parts];
            last[0] = colex.maxSum();
            assertEquals(colex.size(colex.maxSum()) - 1, colex.rank(last));
            int[] unranked = new int[parts];
            colex.unrank(colex.maxSum(), colex.rank(last), unranked);
            assertArrayEquals(last, unranked);
        }
    }

    @Test
    void numbersOutOfRangeAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> new Colex(0));
        assertThrows(IllegalArgumentException.class, () -> new Colex(MAX_PARTS + 1));
        Colex colex = new Colex(3);
        int[] vector = new int[3];
        assertThrows(IllegalArgumentException.class, () -> colex.size(-1));
        assertThrows(IllegalArgumentException.class, () -> colex.size(colex.maxSum() + 1));
        assertThrows(IllegalArgumentException.class, () -> colex.unrank(2, -1, vector));
        var refusal = assertThrows(IllegalArgumentException.class, () -> colex.unrank(2, colex.size(2), vector));
        assertEquals("rank must be 0 to 5 at sum 2, not 6", refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> colex.unrank(colex.maxSum() + 1, 0, vector));
        assertThrows(IllegalArgumentException.class, () -> colex.iterate(2, -1));
        assertThrows(IllegalArgumentException.class, () -> colex.iterate(2, colex.size(2) + 1));
        assertThrows(IllegalArgumentException.class, () -> colex.iterate(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> colex.iterate(colex.maxSum() + 1, 0));
    }

    /** Beside the vectors stand numbers that belong to none. */
    @Test
    void everyVectorIsLocatedAndNoOtherIs() {
        Colex colex = new Colex(MAX_LOCATED);
        int[] cells = new int[MAX_LOCATED + 2];
        Arrays.fill(cells, -1);
        int[] numbers = {-1, 0, 1, colex.maxSum()};
        for (int first : numbers) {
            for (int middle : numbers) {
                for (int last : numbers) {
                    Arrays.fill(cells, 1, MAX_LOCATED + 1, 0);
                    cells[1] = first;
                    cells[MAX_LOCATED / 2] = middle;
                    cells[MAX_LOCATED] = last;
                    int[] vector = Arrays.copyOfRange(cells, 1, MAX_LOCATED + 1);
                    int sum = first + middle + last;
                    boolean isVector = Math.min(first, Math.min(middle, last)) >= 0 && sum <= colex.maxSum();
                    long expected = isVector ? ((long) sum << 48) + colex.rank(vector) : -1;
                    assertEquals(expected, colex.locate(cells, 1), () -> Arrays.toString(vector));
                }
            }
        }
        assertEquals(-1, colex.locate(new int[MAX_LOCATED], 1));
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
        PositionIterator iterator = colex.iterate(sum, from);
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

    private static int[] randomVector(Random random, int parts, int sum) {
        int[] vector = new int[parts];
        for (int i = 0; i < sum; i++) {
            vector[random.nextInt(parts)]++;
        }
        return vector;
    }

    private static BigInteger choose(int n, int k) {
        BigInteger product = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            product = product.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
        }
        return k > n ? BigInteger.ZERO : product;
    }
}
