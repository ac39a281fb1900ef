package granary.format;

/**
 * Division by a constant known only at run time, as a multiplication (Granlund and Montgomery, Division by Invariant
 * Integers using Multiplication, PLDI 1994): exact for every dividend below 2^56.
 *
 * <p>With l = ceil(log2 d) and M = floor(2^(56+l) / d) + 1, x / d = x * M / 2^(56+l). Dividend and multiplier are
 * together shifted left by 8 bits, so that the quotient is in the high word of a signed 128-bit product.
 */
public final class Reciprocal {
    static final int DIVIDEND_BITS = 56;

    /** Shift to apply to a dividend before {@link Math#multiplyHigh}. */
    static final int DIVIDEND_SHIFT = 7;

    private Reciprocal() {}

    /** Returns the multiplier M for a divisor of 1 .. 2^56, shifted to its place. */
    public static long multiplier(long divisor) {
        long quotient = 0;
        long remainder = 1;
        // A long division of the power of two: each step takes as many bits as fit below the last remainder.
        int most = Long.numberOfLeadingZeros(divisor) - 1;
        int bits;
        for (int left = DIVIDEND_BITS + shift(divisor); left > 0; left -= bits) {
            bits = Math.min(left, most);
            quotient = (quotient << bits) + (remainder << bits) / divisor;
            remainder = (remainder << bits) % divisor;
        }
        return quotient + 1 << 64 - DIVIDEND_BITS - DIVIDEND_SHIFT;
    }

    /** Returns l = ceil(log2 d), the shift to apply to the high word. */
    public static int shift(long divisor) {
        return Long.SIZE - Long.numberOfLeadingZeros(divisor - 1);
    }

    /**
     * Returns dividend / divisor.
     *
     * @param dividend 0 .. 2^56 - 1
     * @param multiplier the divisor's {@link #multiplier}, or 0 for a quotient of 0
     * @param shift the divisor's {@link #shift}
     */
    public static long divide(long dividend, long multiplier, int shift) {
        return Math.multiplyHigh(dividend << DIVIDEND_SHIFT, multiplier) >>> shift;
    }
}
