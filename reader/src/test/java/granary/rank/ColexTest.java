package granary.rank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.plain.Boards;
import granary.testing.TestRandom;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColexTest {
    private static final int MAX_PARTS = 32;
    private static final int MAX_LOCATED = 16;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 12})
    void vectorsStandInThePlainOrderOnesOfLowerSumsBefore(int parts) {
        Colex colex = new Colex(parts);
        int[] vector = new int[parts];
        long rank = 0;
        for (int sum = 0; sum <= 4; sum++) {
            for (long offset = 0; offset < Boards.count(parts, sum); offset++, rank++) {
                colex.unrank(rank, vector);
                assertArrayEquals(Boards.board(parts, sum, offset), vector);
                assertEquals(rank, colex.rank(vector));
            }
        }
    }

    @Test
    void rankIsTheSumOfTheBinomialCoefficientsOfThePartialSums() {
        Random random = TestRandom.create();
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            for (int i = 0; i < 100; i++) {
                int[] vector = randomVector(random, parts, random.nextInt(colex.maxSum() + 1));
                BigInteger expected = BigInteger.ZERO;
                int b = -1;
                for (int k = 0; k < parts; k++) {
                    b += vector[k] + 1;
                    expected = expected.add(choose(b, k + 1));
                }
                assertEquals(expected.longValueExact(), colex.rank(vector), () -> Arrays.toString(vector));
            }
        }
    }

    @Test
    void offsetIsTheRankLessTheFirstOfTheSum() {
        Random random = TestRandom.create();
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            for (int i = 0; i < 100; i++) {
                int sum = random.nextInt(colex.maxSum() + 1);
                int[] vector = randomVector(random, parts, sum);
                assertEquals(colex.rank(vector) - colex.firstRank(sum), colex.offset(vector));
            }
        }
    }

    @Test
    void unrankInvertsRankAndOffsetAtEverySize() {
        Random random = TestRandom.create();
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            int[] unranked = new int[parts];
            for (int i = 0; i < 100; i++) {
                int sum = random.nextInt(colex.maxSum() + 1);
                int[] vector = randomVector(random, parts, sum);
                colex.unrank(colex.rank(vector), unranked);
                assertArrayEquals(vector, unranked);
                colex.unrank(sum, colex.offset(vector), unranked);
                assertArrayEquals(vector, unranked);
            }
        }
    }

    @Test
    void sizesAndFirstRanksAreBinomialCoefficients() {
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            for (int sum = 0; sum <= colex.maxSum(); sum++) {
                assertEquals(choose(sum + parts - 1, parts - 1).longValueExact(), colex.size(sum));
                assertEquals(choose(sum + parts - 1, parts).longValueExact(), colex.firstRank(sum));
            }
        }
    }

    @Test
    void noRankOverflowsAtTheLargestSum() {
        for (int parts = 1; parts <= MAX_PARTS; parts++) {
            Colex colex = new Colex(parts);
            int[] last = new int[parts];
            last[0] = colex.maxSum();
            BigInteger expected = choose(colex.maxSum() + parts, parts).subtract(BigInteger.ONE);
            assertEquals(expected.longValueExact(), colex.rank(last));
            int[] unranked = new int[parts];
            colex.unrank(colex.rank(last), unranked);
            assertArrayEquals(last, unranked);
        }
    }

    @Test
    void fortyEightSeedsOnTwelvePitsCanBeRanked() {
        Colex colex = new Colex(12);
        assertEquals(choose(59, 11).longValueExact(), colex.size(48));
        assertEquals(choose(60, 12).longValueExact(), colex.firstRank(48) + colex.size(48));
    }

    @Test
    void whatIsOutOfRangeIsRejected() {
        assertThrows(IllegalArgumentException.class, () -> new Colex(0));
        assertThrows(IllegalArgumentException.class, () -> new Colex(MAX_PARTS + 1));
        Colex colex = new Colex(3);
        int[] vector = new int[3];
        long ranks = colex.firstRank(colex.maxSum()) + colex.size(colex.maxSum());
        assertThrows(IllegalArgumentException.class, () -> colex.size(-1));
        assertThrows(IllegalArgumentException.class, () -> colex.size(colex.maxSum() + 1));
        assertThrows(IllegalArgumentException.class, () -> colex.firstRank(-1));
        assertThrows(IllegalArgumentException.class, () -> colex.firstRank(colex.maxSum() + 1));
        assertThrows(IllegalArgumentException.class, () -> colex.unrank(-1, vector));
        var refusal = assertThrows(IllegalArgumentException.class, () -> colex.unrank(ranks, vector));
        assertEquals("rank must be 0 to " + (ranks - 1) + ", not " + ranks, refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> colex.unrank(2, -1, vector));
        refusal = assertThrows(IllegalArgumentException.class, () -> colex.unrank(2, colex.size(2), vector));
        assertEquals("offset must be 0 to 5 at sum 2, not 6", refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> colex.unrank(colex.maxSum() + 1, 0, vector));
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
                    long expected = isVector ? ((long) sum << 48) + colex.offset(vector) : -1;
                    assertEquals(expected, colex.locate(cells, 1), () -> Arrays.toString(vector));
                }
            }
        }
        assertEquals(-1, colex.locate(new int[MAX_LOCATED], 1));
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
