package granary.format;

/**
 * How values are packed: a group of k values is one number of m bits, with the first value as the lowest digit, and groups follow
 * one another, lowest bit first. Fixed bit fields of ceil(log2 radix) bits would waste up to 16 %.
 *
 * <p>Scores are packed in groups of whole bytes. Their radices are known, and over a database that wastes 3 % at most. The radices
 * of distances are not known beforehand, and groups of any number of bits waste 2 % at most, whatever the radix.
 *
 * @param radix number of distinct values, 2 .. 65536
 * @param digits values in a group, k
 * @param bits bits in a group, m, 1 .. 56: wherever in a byte a group begins, it ends within 8 bytes, and {@link Codec} can divide it
 *     by multiplying
 */
public record Packing(int radix, int digits, int bits) {
    /** The largest radix. */
    public static final int MAX_RADIX = 1 << 16;

    /** The most bytes in a group of whole bytes. */
    public static final int MAX_BYTES = 7;

    /** The most bits in a group. */
    public static final int MAX_BITS = 56;

    /**
     * Checks the fields against each other.
     *
     * @throws IllegalArgumentException when a group cannot hold its digits
     */
    public Packing {
        if (radix < 2 || radix > MAX_RADIX || bits < 1 || bits > MAX_BITS || digits < 1 || digits > bits) {
            throw new IllegalArgumentException(
                    "radix " + radix + ", " + digits + " digits, " + bits + " bits: out of range");
        }
        if (digits > digitsThatFit(radix, bits)) {
            throw new IllegalArgumentException(digits + " digits of radix " + radix + " do not fit " + bits + " bits");
        }
    }

    /**
     * Returns the packing in whole bytes of least waste for a range of scores: the smallest m / k, and among equals the
     * smallest m.
     *
     * @param minimum the lowest score
     * @param maximum the highest score
     * @throws IllegalArgumentException when there are none or more than {@value #MAX_RADIX} values
     */
    public static Packing of(int minimum, int maximum) {
        long values = (long) maximum - minimum + 1;
        if (values < 1 || values > MAX_RADIX) {
            throw new IllegalArgumentException("scores " + minimum + " to " + maximum + ": " + values + " values");
        }
        return best(Math.max(2, (int) values), Byte.SIZE);
    }

    /**
     * Returns the packing of least waste for a radix: the smallest m / k, and among equals the smallest m.
     *
     * @throws IllegalArgumentException when the radix is less than 2 or more than {@value #MAX_RADIX}
     */
    public static Packing inBits(int radix) {
        if (radix < 2 || radix > MAX_RADIX) {
            throw new IllegalArgumentException("radix " + radix);
        }
        return best(radix, 1);
    }

    /** Returns the best packing whose groups take a multiple of some bits. */
    private static Packing best(int radix, int unit) {
        Packing best = null;
        for (int bits = unit; bits <= MAX_BITS; bits += unit) {
            int digits = digitsThatFit(radix, bits);
            if (digits > 0 && (best == null || bits * best.digits < best.bits * digits)) {
                best = new Packing(radix, digits, bits);
            }
        }
        return best;
    }

    private static int digitsThatFit(int radix, int bits) {
        int digits = 0;
        // Repeated division gives the same as powers of the radix would, and cannot overflow.
        for (long left = (1L << bits) / radix; left > 0; left /= radix) {
            digits++;
        }
        return digits;
    }

    /** Returns the bytes in a group of whole bytes. */
    public int bytes() {
        return bits / Byte.SIZE;
    }

    /** Returns a mask of a group's bits, for a group that begins with the lowest bit of eight bytes. */
    public long mask() {
        return (1L << bits) - 1;
    }

    /** Returns the least number of values whose groups take whole bytes. */
    public int wholeBytes() {
        return digits * (Byte.SIZE / Math.min(Byte.SIZE, Integer.lowestOneBit(bits)));
    }

    /** Returns the bytes that the groups of a number of scores take; the last group may be partly filled. */
    public long groupBytes(long scores) {
        return ((scores + digits - 1) / digits * bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    /**
     * Returns the length of the data of a number of scores: the groups, then zeros up to a multiple of 8, so that a reader can load 8
     * bytes at the beginning of any group.
     */
    public long dataLength(long scores) {
        return (groupBytes(scores) + 2 * Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
