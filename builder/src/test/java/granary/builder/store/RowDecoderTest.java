package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.format.Packing;
import granary.testing.TestRandom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowDecoderTest {
    private static final Random RANDOM = TestRandom.create();
    private static final int GROUPS = 4;

    static IntStream radices() {
        return IntStream.rangeClosed(2, 256);
    }

    @ParameterizedTest
    @MethodSource("radices")
    void rowsOfAnyBeginAndEndAreDecoded(int radix) {
        int minimum = -(radix / 2);
        Packing packing = Packing.of(minimum, minimum + radix - 1);
        check(packing, minimum, scores(radix, minimum, GROUPS * packing.digits()));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 97, 128})
    void everyNumberOfDigitsInAGroupIsDecoded(int radix) {
        for (int digits = 1; fitsSevenBytes(radix, digits); digits++) {
            check(new Packing(radix, digits, Packing.MAX_BITS), 0, scores(radix, 0, 2 * digits + 1));
        }
    }

    private static boolean fitsSevenBytes(int radix, int digits) {
        return BigInteger.valueOf(radix).pow(digits).compareTo(BigInteger.ONE.shiftLeft(Packing.MAX_BITS)) <= 0;
    }

    private static void check(Packing packing, int minimum, int[] scores) {
        byte[] packed = new granary.plain.Packing(packing.radix(), packing.digits(), packing.bits())
                .pack(Arrays.stream(scores).map(score -> score - minimum).toArray());
        try (Arena arena = Arena.ofConfined()) {
            // Exactly what a file has: 8 bytes from the beginning of the last group on.
            int groups = (scores.length - 1) / packing.digits();
            int lastGroup = groups * packing.bits() / Byte.SIZE;
            MemorySegment data = arena.allocate(lastGroup + Long.BYTES);
            data.fill((byte) 0xff);
            MemorySegment.copy(packed, 0, data, ValueLayout.JAVA_BYTE, 0, packed.length);
            RowDecoder decoder = new RowDecoder(data, packing, minimum);
            for (int first : new int[] {0, scores.length / 2}) {
                int[] places = IntStream.range(0, scores.length - first).toArray();
                for (int begin : new int[] {0, places.length / 3}) {
                    byte[] singles = new byte[places.length - begin];
                    decoder.decode(first, places, begin, places.length, singles);
                    for (int i = begin; i < places.length; i++) {
                        assertEquals(scores[first + i], singles[i - begin]);
                    }
                }
            }
            for (int first = 0; first < scores.length; first++) {
                for (int count = 1; first + count <= scores.length; count++) {
                    byte[] row = new byte[count + RowDecoder.SLACK];
                    Arrays.fill(row, (byte) 0x55);
                    int at = decoder.decode(first, count, row);
                    for (int i = 0; i < count; i++) {
                        if (scores[first + i] != row[at + i]) {
                            assertEquals(scores[first + i], row[at + i], packing + ", " + first + ", " + count);
                        }
                    }
                }
            }
        }
    }

    private static int[] scores(int radix, int minimum, int count) {
        int[] scores = RANDOM.ints(count, minimum, minimum + radix).toArray();
        // one group of the largest number
        Arrays.fill(scores, count / 2, Math.min(count, count / 2 + count / GROUPS), minimum + radix - 1);
        return scores;
    }

    @Test
    void scoresBeyondAByteAreRejected() {
        assertEquals(
                "scores -128 to 128 do not fit a byte",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new RowDecoder(MemorySegment.NULL, Packing.of(-128, 128), -128))
                        .getMessage());
        assertDoesNotThrow(() -> new RowDecoder(MemorySegment.NULL, Packing.of(-128, 127), -128));
        assertThrows(IllegalArgumentException.class, () -> new RowDecoder(MemorySegment.NULL, Packing.of(0, 128), 0));
        assertThrows(
                IllegalArgumentException.class, () -> new RowDecoder(MemorySegment.NULL, Packing.of(-129, 0), -129));
    }
}
