package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.testing.TestRandom;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every packing that files of awari to 48 seeds have, and all others, against the plain ones. */
class CodecTest {
    private static final Random RANDOM = TestRandom.create();

    /** The packings that a writer chooses; then, for some radices, every other that the format allows. */
    private static Stream<Packing> packings() {
        IntStream radices = IntStream.concat(
                IntStream.rangeClosed(2, 300),
                IntStream.of(511, 512, 513, 1000, 4095, 4096, 4097, 10_000, 32_767, 32_768, 65_535, 65_536));
        List<Packing> packings = new ArrayList<>();
        radices.forEach(radix -> packings.add(Packing.of(0, radix - 1)));
        for (int radix : new int[] {2, 3, 16, 17, 97, 256, 257, 65_536}) {
            for (int bits = 1; bits <= Packing.MAX_BITS; bits++) {
                for (int digits = 1; fits(radix, digits, bits); digits++) {
                    packings.add(new Packing(radix, digits, bits));
                }
            }
        }
        return packings.stream();
    }

    private static boolean fits(int radix, int digits, int bits) {
        return BigInteger.valueOf(radix).pow(digits).compareTo(BigInteger.ONE.shiftLeft(bits)) <= 0;
    }

    @Test
    void everyDigitOfAGroupIsReadWhateverItsNeighbours() {
        packings().forEach(CodecTest::checkDigits);
    }

    private static void checkDigits(Packing packing) {
        Codec codec = new Codec(packing);
        for (int[] digits : groups(packing)) {
            long number = number(packing, digits);
            for (long group = 0; group < 8; group++) {
                int before = (int) (group * packing.bits() % 8);
                long mask = packing.mask() << before;
                for (int digit = 0; digit < digits.length; digit++) {
                    for (long around : new long[] {0, ~mask, RANDOM.nextLong() & ~mask}) {
                        long word = number << before | around;
                        assertEquals(digits[digit], codec.unpack(word, group, digit), packing::toString);
                    }
                }
            }
        }
    }

    @Test
    void packedBytesEqualPlainArithmeticForAnyLastGroup() {
        packings().forEach(CodecTest::checkBytes);
    }

    private static void checkBytes(Packing packing) {
        Codec codec = new Codec(packing);
        for (int count = 0; count <= 3 * packing.digits() + 1; count++) {
            int[] digits = RANDOM.ints(count, 0, packing.radix()).toArray();
            if (count % 3 == 0) {
                Arrays.fill(digits, packing.radix() - 1);
            }
            byte[] expected = plain(packing).pack(digits);
            byte[] packed = new byte[expected.length + Long.BYTES];
            Arrays.fill(packed, (byte) 0x55);
            short[] values = new short[count + 1];
            for (int i = 0; i < count; i++) {
                values[i] = (short) digits[i];
            }
            values[count] = -1;
            assertEquals(expected.length, codec.pack(values, count, packed), packing::toString);
            assertEquals(-1, Arrays.mismatch(expected, Arrays.copyOf(packed, expected.length)), packing + ", " + count);
        }
    }

    @Test
    void everyIndexHasItsGroupAndDigit() {
        packings().forEach(CodecTest::checkIndexes);
    }

    private static void checkIndexes(Packing packing) {
        Codec codec = new Codec(packing);
        long last = ((1L << 56) - 1) / Math.max(packing.digits(), packing.bits());
        for (long group : new long[] {0, 1, 2, 1000, RANDOM.nextLong(last), last - 1}) {
            assertEquals(group * packing.bits() / 8, codec.start(group), packing::toString);
            for (int digit = 0; digit < packing.digits(); digit++) {
                long index = group * packing.digits() + digit;
                assertEquals(group, codec.group(index), packing::toString);
                assertEquals(digit, codec.digit(index, group), packing::toString);
            }
        }
    }

    /** Zeros, the largest number, the largest digit at each place by itself and with all others, and random digits. */
    private static List<int[]> groups(Packing packing) {
        int most = packing.radix() - 1;
        List<int[]> groups = new ArrayList<>();
        for (int place = 0; place < packing.digits(); place++) {
            int[] alone = new int[packing.digits()];
            alone[place] = most;
            int[] without = new int[packing.digits()];
            Arrays.fill(without, most);
            without[place] = 0;
            groups.add(without);
            groups.add(alone);
            groups.add(RANDOM.ints(packing.digits(), 0, packing.radix()).toArray());
        }
        int[] largest = new int[packing.digits()];
        Arrays.fill(largest, most);
        groups.add(largest);
        groups.add(new int[packing.digits()]);
        return groups;
    }

    private static long number(Packing packing, int[] digits) {
        byte[] bytes = Arrays.copyOf(plain(packing).pack(digits), Long.BYTES);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static granary.plain.Packing plain(Packing packing) {
        return new granary.plain.Packing(packing.radix(), packing.digits(), packing.bits());
    }
}
