package granary.rank;

/**
 * Binomial coefficients C(n, k) for n up to {@value #MAX_N}, the largest n for which every one fits a signed 64-bit
 * integer. Immutable; any number of threads may use it.
 */
public final class Binomial {
    /** The largest n: C(66, 33) = 7.2e18 fits, C(67, 33) = 1.4e19 does not. */
    public static final int MAX_N = 66;

    private static final long[][] TABLE = new long[MAX_N + 1][MAX_N + 1];

    static {
        for (int n = 0; n <= MAX_N; n++) {
            TABLE[n][0] = 1;
            for (int k = 1; k <= n; k++) {
                TABLE[n][k] = Math.addExact(TABLE[n - 1][k - 1], TABLE[n - 1][k]);
            }
        }
    }

    private Binomial() {}

    /**
     * Returns C(n, k), 0 when k is negative or greater than n. Costs two loads.
     *
     * @param n 0 .. {@value #MAX_N}
     * @throws IllegalArgumentException when n is out of range, because the result could overflow
     */
    public static long of(int n, int k) {
        if (n < 0 || n > MAX_N) {
            throw new IllegalArgumentException("C(" + n + ", " + k + "): n must be 0 to " + MAX_N);
        }
        return k < 0 || k > n ? 0 : TABLE[n][k];
    }
}
