package granary.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class BinomialTest {
    @Test
    void everyCoefficientIsThatOfTheFactorials() {
        for (int n = 0; n <= Binomial.MAX_N; n++) {
            for (int k = 0; k <= n; k++) {
                BigInteger expected = factorial(n).divide(factorial(k).multiply(factorial(n - k)));
                assertEquals(expected, BigInteger.valueOf(Binomial.of(n, k)), "C(" + n + ", " + k + ")");
            }
        }
    }

    @Test
    void choosingLessThanNothingOrMoreThanAllIsImpossible() {
        assertEquals(0, Binomial.of(5, -1));
        assertEquals(0, Binomial.of(5, 6));
        assertEquals(0, Binomial.of(0, Integer.MAX_VALUE));
    }

    @Test
    void numbersThatCouldOverflowAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> Binomial.of(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> Binomial.of(Binomial.MAX_N + 1, 1));
    }

    private static BigInteger factorial(int n) {
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return product;
    }
}
