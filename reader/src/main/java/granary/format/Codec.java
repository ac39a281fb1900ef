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

    /** The compiler unrolls a loop over so many digits of a group, even if the powers of the last are 0: twice as fast. */
    private static final int UNROLLED = 8;

    private final int radix;
    private final int digits;
    private final int bits;
    private final long mask;

    // The reciprocals of digits, and of radix^0 to radix^digits.
    private final long digitsMultiplier;
    private final int digitsShift;
    private final long[] powerMultipliers;
    private final int[] powerShifts;

    /** The powers of the radix, by digit; zeros beyond. */
    private final long[] powers;

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
        this.powers = new long[Math.max(digits, UNROLLED)];
        long power = 1;
        for (int digit = 0; digit <= digits; digit++) {
            if (digit < digits) {
                powers[digit] = power;
            }
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
        int reach = Math.max(digits, UNROLLED);
        long at = 0;
        long bytes = 0;
        for (int first = 0; first < count; first += digits) {
            int length = Math.min(count - first, digits);
            int unrolled = length == digits && first + reach <= values.length ? UNROLLED : 0;
            long number = 0;
            for (int i = 0; unrolled != 0 && i < UNROLLED; i++) {
                number += powers[i] * Short.toUnsignedInt(values[first + i]);
            }
            for (int i = unrolled; i < length; i++) {
                number += powers[i] * Short.toUnsignedInt(values[first + i]);
            }
            bytes |= number << (at & 7);
            int start = (int) (at >>> 3);
            LONG.set(packed, start, bytes);
            at += bits;
            bytes >>>= Byte.SIZE * ((int) (at >>> 3) - start);
        }
        return (int) (at + 7 >>> 3);
    }
}
