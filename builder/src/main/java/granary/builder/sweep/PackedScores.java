package granary.builder.sweep;

import granary.format.Packing;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;

/**
 * Packs and unpacks the scores of one layer by the thousand, as {@link Packing} says. Scores leave a group two at a time,
 * each pair by one multiplication with a reciprocal and one look into a table. Immutable.
 */
final class PackedScores {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Pairs of digits that the fast path of {@link #unpack} takes out of a group, wanted or not. */
    private static final int UNROLLED = 6;
    /** Room that {@link #unpack} needs beyond the wanted scores. */
    static final int SLACK = 128;

    private final int seeds;
    private final int base;
    private final int scoresPerGroup;
    private final int bytesPerGroup;
    /** For two digits the two scores, the less significant in the low byte. */
    private final short[] pairScores;
    /** Reciprocals of base^(2j), exact for numbers below 2^63. */
    private final long[] reciprocals;

    private final int[] reciprocalShifts;
    private final int half;
    private final long halfPower;

    PackedScores(int seeds) {
        this.seeds = seeds;
        Packing packing = Packing.of(-seeds, seeds);
        base = packing.radix();
        scoresPerGroup = packing.digits();
        bytesPerGroup = packing.bytes();
        pairScores = new short[base * base];
        for (int i = 0; i < pairScores.length; i++) {
            pairScores[i] = (short) ((i % base - seeds) & 0xff | (i / base - seeds) << 8);
        }
        // one more than there are pairs, so that the last of an even number of pairs divides like the others
        reciprocals = new long[Math.max(UNROLLED, scoresPerGroup / 2) + 1];
        reciprocalShifts = new int[reciprocals.length];
        for (int j = 1; j <= scoresPerGroup / 2; j++) {
            BigInteger divisor = BigInteger.valueOf(base).pow(2 * j);
            int bits = divisor.subtract(BigInteger.ONE).bitLength();
            BigInteger scaled = BigInteger.ONE.shiftLeft(63 + bits);
            reciprocals[j] =
                    scaled.add(divisor).subtract(BigInteger.ONE).divide(divisor).longValue();
            reciprocalShifts[j] = bits - 1;
        }
        half = scoresPerGroup / 2;
        halfPower = BigInteger.valueOf(base).pow(half).longValueExact();
    }

    int scoresPerGroup() {
        return scoresPerGroup;
    }

    int bytesPerGroup() {
        return bytesPerGroup;
    }

    /**
     * Unpacks at least the scores {@code first} to {@code first + count - 1}, whole groups at a time, and returns
     * where in {@code scores} the first of them is. The array needs {@link #SLACK} bytes more.
     */
    int unpack(MemorySegment data, long first, int count, byte[] scores) {
        long group = first / scoresPerGroup;
        int skip = (int) (first - group * scoresPerGroup);
        int groups = (skip + count + scoresPerGroup - 1) / scoresPerGroup;
        if (scoresPerGroup <= 2 * UNROLLED - 4) {
            unpackEight(data, group * bytesPerGroup, groups, scores);
        } else if (scoresPerGroup <= 2 * UNROLLED) {
            unpackTwelve(data, group * bytesPerGroup, groups, scores);
        } else {
            unpackMany(data, group * bytesPerGroup, groups, scores);
        }
        return skip;
    }

    /** Groups of at most 8 scores; what is too much of one group is overwritten by the next. */
    private void unpackEight(MemorySegment data, long offset, int groups, byte[] scores) {
        short[] pairs = pairScores;
        long mask = mask();
        long square = (long) base * base;
        long r1 = reciprocals[1];
        long r2 = reciprocals[2];
        long r3 = reciprocals[3];
        int s1 = reciprocalShifts[1];
        int s2 = reciprocalShifts[2];
        int s3 = reciprocalShifts[3];
        for (int g = 0, at = 0; g < groups; g++, at += scoresPerGroup, offset += bytesPerGroup) {
            long q0 = data.get(WORD, offset) & mask;
            long q1 = Math.unsignedMultiplyHigh(q0, r1) >>> s1;
            long q2 = Math.unsignedMultiplyHigh(q0, r2) >>> s2;
            long q3 = Math.unsignedMultiplyHigh(q0, r3) >>> s3;
            PAIR.set(scores, at, pairs[(int) (q0 - q1 * square)]);
            PAIR.set(scores, at + 2, pairs[(int) (q1 - q2 * square)]);
            PAIR.set(scores, at + 4, pairs[(int) (q2 - q3 * square)]);
            PAIR.set(scores, at + 6, pairs[(int) q3]);
        }
    }

    /** Groups of at most 12 scores; what is too much of one group is overwritten by the next. */
    private void unpackTwelve(MemorySegment data, long offset, int groups, byte[] scores) {
        short[] pairs = pairScores;
        long mask = mask();
        long square = (long) base * base;
        long r1 = reciprocals[1];
        long r2 = reciprocals[2];
        long r3 = reciprocals[3];
        long r4 = reciprocals[4];
        long r5 = reciprocals[5];
        int s1 = reciprocalShifts[1];
        int s2 = reciprocalShifts[2];
        int s3 = reciprocalShifts[3];
        int s4 = reciprocalShifts[4];
        int s5 = reciprocalShifts[5];
        for (int g = 0, at = 0; g < groups; g++, at += scoresPerGroup, offset += bytesPerGroup) {
            long q0 = data.get(WORD, offset) & mask;
            long q1 = Math.unsignedMultiplyHigh(q0, r1) >>> s1;
            long q2 = Math.unsignedMultiplyHigh(q0, r2) >>> s2;
            long q3 = Math.unsignedMultiplyHigh(q0, r3) >>> s3;
            long q4 = Math.unsignedMultiplyHigh(q0, r4) >>> s4;
            long q5 = Math.unsignedMultiplyHigh(q0, r5) >>> s5;
            PAIR.set(scores, at, pairs[(int) (q0 - q1 * square)]);
            PAIR.set(scores, at + 2, pairs[(int) (q1 - q2 * square)]);
            PAIR.set(scores, at + 4, pairs[(int) (q2 - q3 * square)]);
            PAIR.set(scores, at + 6, pairs[(int) (q3 - q4 * square)]);
            PAIR.set(scores, at + 8, pairs[(int) (q4 - q5 * square)]);
            PAIR.set(scores, at + 10, pairs[(int) q5]);
        }
    }

    private void unpackMany(MemorySegment data, long offset, int groups, byte[] scores) {
        for (int g = 0, at = 0; g < groups; g++, at += scoresPerGroup, offset += bytesPerGroup) {
            long number = data.get(WORD, offset) & mask();
            for (int j = 0; j < scoresPerGroup; j++) {
                scores[at + j] = (byte) (number % base - seeds);
                number /= base;
            }
        }
    }

    private long mask() {
        return -1L >>> 64 - 8 * bytesPerGroup;
    }

    /** Packs digits (score + n) group by group; {@code packed} needs 8 bytes more. */
    void pack(byte[] digits, int groups, byte[] packed) {
        int base = this.base;
        int half = this.half;
        int all = scoresPerGroup;
        for (int g = 0, at = 0, out = 0; g < groups; g++, at += all, out += bytesPerGroup) {
            // two chains of multiplications that do not wait for each other
            long low = 0;
            long high = digits[at + all - 1];
            for (int j = half - 1; j >= 0; j--) {
                low = low * base + digits[at + j];
            }
            for (int j = all - 2; j >= half; j--) {
                high = high * base + digits[at + j];
            }
            LONG.set(packed, out, high * halfPower + low);
        }
    }
}
