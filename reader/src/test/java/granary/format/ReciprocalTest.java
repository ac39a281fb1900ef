package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.testing.TestRandom;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReciprocalTest {
    private static final long LARGEST_DIVIDEND = (1L << Reciprocal.DIVIDEND_BITS) - 1;
    private static final long LARGEST_DIVISOR = 1L << 56;

    @Test
    void quotientsAreExactForEveryDivisorThatDecodingUses() {
        for (int radix = 2; radix <= 255; radix++) {
            long power = 1;
            for (int digit = 0; digit <= Packing.of(0, radix - 1).digits(); digit++) {
                assertExactAtTheEdges(power);
                power *= radix;
            }
            assertExactAtTheEdges(radix);
        }
    }

    @Test
    void quotientsAreExactAroundPowersOfTwo() {
        for (long power = 2; power <= LARGEST_DIVISOR; power *= 2) {
            assertExactAtTheEdges(power - 1);
            assertExactAtTheEdges(power);
            assertExactAtTheEdges(Math.min(LARGEST_DIVISOR, power + 1));
        }
    }

    @Test
    void quotientsAreExactForRandomNumbers() {
        Random random = TestRandom.create();
        for (int i = 0; i < 20_000; i++) {
            // Of all magnitudes alike.
            long divisor = 1 + (random.nextLong() >>> 8 + random.nextInt(55)) % LARGEST_DIVISOR;
            assertExactAtTheEdges(divisor);
            for (int j = 0; j < 20; j++) {
                assertExact(random.nextLong() >>> 8 + random.nextInt(56), divisor);
            }
        }
    }

    /** A quotient that is wrong at all is wrong just below or at a multiple of the divisor. */
    private static void assertExactAtTheEdges(long divisor) {
        long most = LARGEST_DIVIDEND / divisor;
        LongStream.of(0, 1, 2, most / 3, most / 2, most - 1, most)
                .map(quotient -> quotient * divisor)
                .flatMap(multiple -> LongStream.of(multiple - 1, multiple, multiple + 1, multiple + divisor - 1))
                .filter(dividend -> dividend >= 0 && dividend <= LARGEST_DIVIDEND)
                .forEach(dividend -> assertExact(dividend, divisor));
        assertExact(LARGEST_DIVIDEND, divisor);
    }

    private static void assertExact(long dividend, long divisor) {
        long quotient = Reciprocal.divide(dividend, Reciprocal.multiplier(divisor), Reciprocal.shift(divisor));
        if (quotient != dividend / divisor) {
            assertEquals(dividend / divisor, quotient, dividend + " / " + divisor);
        }
    }
}
