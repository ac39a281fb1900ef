package granary.builder.store;

import granary.format.Packing;
import granary.format.Reciprocal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes many scores, or distances, of a layer at once: two values of a group at a time, with one multiplication by a reciprocal
 * and one table lookup. Any number of threads may use it.
 */
public final class RowDecoder {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** The general loop always decodes this number of pairs of a group, even if it has fewer, and then loops over the rest. */
    private static final int ALWAYS = 4;

    /** The digits of three pairs. Groups with no more have their own loop, which takes half the time of the general one. */
    private static final int THREE_PAIRS = 6;

    /** Room that {@link #decode} needs beyond the requested scores: almost two groups, and what it writes past them. */
    public static final int SLACK = 2 * Packing.MAX_BITS + 2 * ALWAYS;

    private final MemorySegment data;
    /** The score of each digit. */
    private final byte[] scoreOf;

    private final int radix;
    private final int digits;
    private final int bits;
    private final long mask;
    private final int square;
    /** The two scores of each pair of digits: that of the lower digit in the low byte. */
    private final short[] pairScores;

    private final int pairs;
    /** Reciprocals of radix^(2j) for the pairs above the first; zeros beyond. */
    private final long[] multipliers;

    private final int[] shifts;

    // The reciprocals of digits, and of radix^0 to radix^digits.
    private final long digitsMultiplier;
    private final int digitsShift;
    private final long[] powerMultipliers;
    private final int[] powerShifts;

    /** Returns the bytes of heap that a decoder takes: its table. */
    public static long heapBytes(int radix) {
        return (long) Short.BYTES * radix * radix;
    }

    /**
     * Creates the decoder of a layer.
     *
     * @param data the groups of the layer; 8 bytes may be read at the beginning of each
     * @param packing how scores are packed
     * @param minimum the score that digit 0 stands for
     * @throws IllegalArgumentException when a score does not fit a byte
     */
    public RowDecoder(MemorySegment data, Packing packing, int minimum) {
        this(data, packing, from(minimum, packing.radix()));
    }

    /** Creates a decoder of what each digit stands for. */
    RowDecoder(MemorySegment data, Packing packing, byte[] scoreOf) {
        this.data = data;
        radix = packing.radix();
        this.scoreOf = scoreOf;
        digits = packing.digits();
        digitsMultiplier = Reciprocal.multiplier(digits);
        digitsShift = Reciprocal.shift(digits);
        powerMultipliers = new long[digits + 1];
        powerShifts = new int[digits + 1];
        long value = 1;
        for (int digit = 0; digit <= digits; digit++) {
            powerMultipliers[digit] = Reciprocal.multiplier(value);
            powerShifts[digit] = Reciprocal.shift(value);
            value *= radix;
        }
        bits = packing.bits();
        mask = packing.mask();
        square = radix * radix;
        pairScores = new short[square];
        for (int i = 0; i < square; i++) {
            pairScores[i] = (short) (scoreOf[i % radix] & 0xff | scoreOf[i / radix] << 8);
        }
        pairs = Math.max(ALWAYS, (digits + 1) / 2);
        multipliers = new long[pairs];
        shifts = new int[pairs];
        long power = square;
        for (int j = 1; 2 * j < digits; j++) {
            multipliers[j] = Reciprocal.multiplier(power);
            shifts[j] = Reciprocal.shift(power);
            power *= square;
        }
    }

    private static byte[] from(int minimum, int radix) {
        if (minimum < Byte.MIN_VALUE || minimum + radix - 1 > Byte.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "scores " + minimum + " to " + (minimum + radix - 1) + " do not fit a byte");
        }
        byte[] scores = new byte[radix];
        for (int digit = 0; digit < radix; digit++) {
            scores[digit] = (byte) (minimum + digit);
        }
        return scores;
    }

    /**
     * Decodes a run of scores, whole groups at a time.
     *
     * @param first rank of the first score
     * @param count the number of scores
     * @param scores receives the scores; at least {@code count} + {@link #SLACK} bytes
     * @return the index of the first score in {@code scores}
     */
    public int decode(long first, int count, byte[] scores) {
        long group = first / digits;
        int skip = (int) (first - group * digits);
        long bit = group * bits;
        if (digits <= THREE_PAIRS) {
            decodeThreePairs(data, bit, skip + count, scores);
        } else {
            decodeMany(data, bit, skip + count, scores);
        }
        return skip;
    }

    /** Decodes groups until there is a number of scores. */
    private void decodeThreePairs(MemorySegment packed, long first, int end, byte[] scores) {
        short[] table = pairScores;
        long m1 = multipliers[1];
        long m2 = multipliers[2];
        int s1 = shifts[1];
        int s2 = shifts[2];
        long bit = first;
        for (int at = 0; at < end; at += digits, bit += bits) {
            long number = packed.get(WORD, bit >>> 3) >>> (bit & 7) & mask;
            long q1 = Reciprocal.divide(number, m1, s1);
            long q2 = Reciprocal.divide(number, m2, s2);
            PAIR.set(scores, at, table[(int) (number - q1 * square)]);
            PAIR.set(scores, at + 2, table[(int) (q1 - q2 * square)]);
            PAIR.set(scores, at + 4, table[(int) q2]);
        }
    }

    private void decodeMany(MemorySegment packed, long first, int end, byte[] scores) {
        short[] table = pairScores;
        long bit = first;
        long m1 = multipliers[1];
        long m2 = multipliers[2];
        long m3 = multipliers[3];
        int s1 = shifts[1];
        int s2 = shifts[2];
        int s3 = shifts[3];
        // The next group overwrites what this one writes past its end.
        for (int at = 0; at < end; at += digits, bit += bits) {
            long number = packed.get(WORD, bit >>> 3) >>> (bit & 7) & mask;
            long q1 = Reciprocal.divide(number, m1, s1);
            long q2 = Reciprocal.divide(number, m2, s2);
            long q3 = Reciprocal.divide(number, m3, s3);
            PAIR.set(scores, at, table[(int) (number - q1 * square)]);
            PAIR.set(scores, at + 2, table[(int) (q1 - q2 * square)]);
            PAIR.set(scores, at + 4, table[(int) (q2 - q3 * square)]);
            long rest = q3;
            for (int j = ALWAYS; j < pairs; j++) {
                long above = Reciprocal.divide(number, multipliers[j], shifts[j]);
                PAIR.set(scores, at + 2 * j - 2, table[(int) (rest - above * square)]);
                rest = above;
            }
            PAIR.set(scores, at + 2 * pairs - 2, table[(int) rest]);
        }
    }

    /**
     * Decodes single scores.
     *
     * @param first a rank
     * @param places the rank of each score, less {@code first}
     * @param begin index of the first place
     * @param stop index after the last place
     * @param scores receives the scores, from index 0 on
     */
    public void decode(long first, int[] places, int begin, int stop, byte[] scores) {
        MemorySegment packed = data;
        for (int i = begin; i < stop; i++) {
            long rank = first + places[i];
            long group = Reciprocal.divide(rank, digitsMultiplier, digitsShift);
            int digit = (int) (rank - group * digits);
            long bit = group * bits;
            long number = packed.get(WORD, bit >>> 3) >>> (bit & 7) & mask;
            long low = Reciprocal.divide(number, powerMultipliers[digit], powerShifts[digit]);
            long high = Reciprocal.divide(number, powerMultipliers[digit + 1], powerShifts[digit + 1]);
            scores[i - begin] = scoreOf[(int) (low - radix * high)];
        }
    }
}
