package granary.plain;

import java.math.BigInteger;

/**
 * The packing of values: k digits to a base, the radix, are one number of b bits, the first digit the lowest. The numbers follow one
 * another without gaps, the lowest bit first, in bytes that are filled from their lowest bit on.
 *
 * @param radix the number of different values
 * @param digits the values in a group, k
 * @param bits the bits of a group, b
 */
public record Packing(int radix, int digits, int bits) {
    private static final int MOST_BITS = 56;

    /** Returns the packing with the fewest bits for a value, of equal ones the greatest. */
    public static Packing of(int radix) {
        Packing best = null;
        for (int bits = 1; bits <= MOST_BITS; bits++) {
            int digits = 0;
            while (fits(radix, digits + 1, bits)) {
                digits++;
            }
            if (digits > 0 && (best == null || bits * best.digits <= best.bits * digits)) {
                best = new Packing(radix, digits, bits);
            }
        }
        return best;
    }

    private static boolean fits(int radix, int digits, int bits) {
        return BigInteger.valueOf(radix).pow(digits).compareTo(BigInteger.TWO.pow(bits)) <= 0;
    }

    /** Returns the number of groups of some digits. */
    public long groups(long count) {
        return (count + digits - 1) / digits;
    }

    /** Returns the bytes that some digits take. */
    public long bytes(long count) {
        return (groups(count) * bits + 7) / 8;
    }

    /** Returns digits as bytes; those missing in the last group are 0. */
    public byte[] pack(int... values) {
        long[] groups = new long[(int) groups(values.length)];
        for (int i = values.length - 1; i >= 0; i--) {
            groups[i / digits] = groups[i / digits] * radix + values[i];
        }
        return packGroups(groups);
    }

    /** Returns groups as bytes. */
    public byte[] packGroups(long... groups) {
        byte[] packed = new byte[(groups.length * bits + 7) / 8];
        int at = 0;
        for (long group : groups) {
            for (int bit = 0; bit < bits; bit++, at++) {
                packed[at / 8] |= (byte) ((group >> bit & 1) << at % 8);
            }
        }
        return packed;
    }

    /** Returns a digit of the bytes from an offset on. */
    public int digit(byte[] packed, int from, int index) {
        long group = 0;
        for (int i = bits - 1; i >= 0; i--) {
            int at = index / digits * bits + i;
            group = 2 * group + (packed[from + at / 8] >> at % 8 & 1);
        }
        for (int i = 0; i < index % digits; i++) {
            group /= radix;
        }
        return (int) (group % radix);
    }
}
