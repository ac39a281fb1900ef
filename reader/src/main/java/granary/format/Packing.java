package granary.format;

/**
 * The packing of values: a group of k values is one number of m bits, with the first value as the lowest digit, and groups follow
 * one another, lowest bit first. That wastes 2 % at most, whatever the radix. Fixed bit fields of ceil(log2 radix) bits would waste up
 * to 16 %, and groups of whole bytes as much for some radices.
 *
 * @param radix number of distinct values, 2 .. 65536
 * @param digits values in a group, k
 * @param bits bits in a group, m, 1 .. 56: wherever in a byte a group begins, it ends within 8 bytes, and {@link Codec} can divide it
 *     by multiplying
 */
public record Packing(int radix, int digits, int bits) {
    /** The largest radix. */
    public static final int MAX_RADIX = 1 << 16;

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
     * Returns the packing of least waste for a range of values: the smallest m / k, and among equals the greatest m, since long groups
     * are packed and decoded faster.
     *
     * @param minimum the lowest value
     * @param maximum the highest value
     * @throws IllegalArgumentException when there are none or more than {@value #MAX_RADIX} values
     */
    public static Packing of(int minimum, int maximum) {
        long values = (long) maximum - minimum + 1;
        if (values < 1 || values > MAX_RADIX) {
            throw new IllegalArgumentException("values " + minimum + " to " + maximum + ": " + values + " of them");
        }
        int radix = Math.max(2, (int) values);
        Packing best = null;
        for (int bits = 1; bits <= MAX_BITS; bits++) {
            int digits = digitsThatFit(radix, bits);
            if (digits > 0 && (best == null || bits * best.digits <= best.bits * digits)) {
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
