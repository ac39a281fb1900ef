package granary.format;

/**
 * How scores are packed: k digits of a radix in one little-endian number of m bytes, the first score in the lowest
 * digit. Fixed bit fields of ceil(log2 radix) bits would waste up to 16 % where this wastes 3 % at most over a
 * database (11 scores of radix 33 in 7 bytes: 5.09 bits where log2(33) = 5.04 and a field takes 6).
 *
 * @param radix number of distinct values, 2 .. 65536
 * @param digits scores in a group, k
 * @param bytes bytes in a group, m, 1 .. 7: a group fits 64 bits with one byte to spare
 */
public record Packing(int radix, int digits, int bytes) {
    /** The largest radix. */
    public static final int MAX_RADIX = 1 << 16;

    /** The most bytes in a group. */
    public static final int MAX_BYTES = 7;

    /**
     * Checks the fields against each other.
     *
     * @throws IllegalArgumentException when a group cannot hold its digits
     */
    public Packing {
        if (radix < 2 || radix > MAX_RADIX || bytes < 1 || bytes > MAX_BYTES || digits < 1 || digits > 8 * bytes) {
            throw new IllegalArgumentException(
                    "radix " + radix + ", " + digits + " digits, " + bytes + " bytes: out of range");
        }
        if (digits > digitsThatFit(radix, bytes)) {
            throw new IllegalArgumentException(
                    digits + " digits of radix " + radix + " do not fit " + bytes + " bytes");
        }
    }

    /**
     * Returns the packing of least waste for a range of scores: the smallest m / k, and among equals the smallest m.
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
        int radix = Math.max(2, (int) values);
        Packing best = null;
        for (int bytes = 1; bytes <= MAX_BYTES; bytes++) {
            int digits = digitsThatFit(radix, bytes);
            if (digits > 0 && (best == null || bytes * best.digits < best.bytes * digits)) {
                best = new Packing(radix, digits, bytes);
            }
        }
        return best;
    }

    private static int digitsThatFit(int radix, int bytes) {
        int digits = 0;
        // Dividing instead of multiplying, floor by floor, says the same and cannot overflow.
        for (long left = (1L << Byte.SIZE * bytes) / radix; left > 0; left /= radix) {
            digits++;
        }
        return digits;
    }

    /** Returns the bits that belong to a group in the eight bytes from its first one on. */
    public long mask() {
        return (1L << 8 * bytes) - 1;
    }

    /** Returns the bytes that the groups of so many scores take; the last group may be partly filled. */
    public long groupBytes(long scores) {
        return (scores + digits - 1) / digits * bytes;
    }

    /**
     * Returns the length of the data of so many scores: the groups, then zeros to the next multiple of 8 that leaves a
     * reader free to load 8 bytes at the beginning of any group.
     */
    public long dataLength(long scores) {
        return (groupBytes(scores) + 2 * Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
