package granary.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The arithmetic of a {@link Packing}: packs digits into groups and unpacks them, with multiplications by reciprocals
 * in place of divisions. A group is handled as the eight bytes from its first one on, little-endian; bits before and
 * behind the group are ignored. Immutable; its methods allocate nothing.
 */
public final class Codec {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int radix;
    private final int digits;
    private final int bits;
    private final long mask;

    // The reciprocals of digits, and of radix^0 to radix^digits.
    private final long digitsMultiplier;
    private final int digitsShift;
    private final long[] powerMultipliers;
    private final int[] powerShifts;

    /** Creates the codec of a packing. */
    public Codec(Packing packing) {
        this.radix = packing.radix();
        this.digits = packing.digits();
        this.bits = packing.bits();
        this.mask = packing.mask();
        this.digitsMultiplier = Reciprocal.multiplier(digits);
        this.digitsShift = Reciprocal.shift(digits);
        this.powerMultipliers = new long[digits + 1];
        this.powerShifts = new int[digits + 1];
        long power = 1;
        for (int digit = 0; digit <= digits; digit++) {
            powerMultipliers[digit] = Reciprocal.multiplier(power);
            powerShifts[digit] = Reciprocal.shift(power);
            power *= radix;
        }
    }

    /** Returns the number of digits in a group. */
    int digits() {
        return digits;
    }

    /**
     * Returns the group that holds a value.
     *
     * @param index the value's index in its file, 0 .. 2^56 - 1
     */
    long group(long index) {
        return Reciprocal.divide(index, digitsMultiplier, digitsShift);
    }

    /** Returns the offset of a group's first byte in the data. */
    long start(long group) {
        return group * bits >>> 3;
    }

    /** Returns the offset of a group's last byte in the data. */
    long last(long group) {
        return group * bits + bits - 1 >>> 3;
    }

    /** Returns which digit of its group a value is, 0 for the lowest. */
    int digit(long index, long group) {
        return (int) (index - group * digits);
    }

    /**
     * Returns one digit of a group, number / radix^digit modulo radix, by two independent divisions.
     *
     * @param word the eight bytes at the group's {@link #start}
     * @param digit 0 .. digits - 1
     */
    int unpack(long word, long group, int digit) {
        long number = word >>> (group * bits & 7) & mask;
        long from = Reciprocal.divide(number, powerMultipliers[digit], powerShifts[digit]);
        long above = Reciprocal.divide(number, powerMultipliers[digit + 1], powerShifts[digit + 1]);
        return (int) (from - radix * above);
    }

    /**
     * Packs digits into groups, the first of which begins with a whole byte. The last group is filled up with zeros.
     *
     * @param values the digits, unsigned, each below the radix; this is not checked
     * @param count the number of digits, from index 0 on
     * @param packed receives the groups, from index 0 on; needs 8 bytes beyond them, which are overwritten
     * @return the bytes that the groups take
     */
    public int pack(short[] values, int count, byte[] packed) {
        long at = 0;
        for (int first = 0; first < count; first += digits) {
            long number = 0;
            for (int i = Math.min(count, first + digits) - 1; i >= first; i--) {
                number = number * radix + Short.toUnsignedInt(values[i]);
            }
            int start = (int) (at >>> 3);
            int before = (int) at & 7;
            LONG.set(packed, start, number << before | packed[start] & (1 << before) - 1);
            at += bits;
        }
        return (int) (at + 7 >>> 3);
    }
}
