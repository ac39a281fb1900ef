package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PackingTest {
    @Test
    void packingsAreThePlainOnesAndWasteLittle() {
        for (int radix = 2; radix <= 2000; radix++) {
            Packing packing = Packing.of(0, radix - 1);
            assertEquals(
                    granary.plain.Packing.of(radix),
                    new granary.plain.Packing(packing.radix(), packing.digits(), packing.bits()));
            double least = Math.log(radix) / Math.log(2);
            assertTrue(packing.bits() <= 1.0204 * least * packing.digits(), packing::toString);
        }
    }

    @Test
    void onlyTheNumberOfValuesMatters() {
        assertEquals(Packing.of(0, 96), Packing.of(-48, 48));
        assertEquals(new Packing(97, 5, 33), Packing.of(-48, 48));
    }

    @Test
    void aSingleValueIsPackedAsOneOfTwo() {
        assertEquals(Packing.of(0, 1), Packing.of(7, 7));
    }

    @Test
    void eightBytesReachToTheEndOfEveryGroup() {
        for (int radix = 2; radix <= 300; radix++) {
            Packing packing = Packing.of(0, radix - 1);
            for (long scores = 1; scores <= 20L * packing.digits() + 1; scores++) {
                long groups = (scores + packing.digits() - 1) / packing.digits();
                assertEquals((groups * packing.bits() + 7) / 8, packing.groupBytes(scores));
                long lastStart = (groups - 1) * packing.bits() / 8;
                assertTrue(8 * lastStart + Long.SIZE >= groups * packing.bits(), packing + ", " + scores);
                long length = packing.dataLength(scores);
                assertTrue(lastStart + Long.BYTES <= length, packing + ", " + scores);
                assertEquals((packing.groupBytes(scores) + 15) / 8 * 8, length, "as the specification says");
            }
            assertEquals(0, (long) packing.wholeBytes() / packing.digits() * packing.bits() % 8);
        }
    }

    @Test
    void aGroupThatCannotHoldItsDigitsIsRejected() {
        assertThrows(IllegalArgumentException.class, () -> new Packing(3, 6, 8)); // 3^5 < 256 < 3^6
        assertThrows(IllegalArgumentException.class, () -> new Packing(257, 1, 8));
        assertThrows(IllegalArgumentException.class, () -> new Packing(1, 1, 8));
        assertThrows(IllegalArgumentException.class, () -> new Packing(2, 0, 8));
        assertThrows(IllegalArgumentException.class, () -> new Packing(2, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Packing(2, 1, 57));
        assertThrows(IllegalArgumentException.class, () -> new Packing(Packing.MAX_RADIX + 1, 1, 56));
        assertThrows(IllegalArgumentException.class, () -> Packing.of(0, Packing.MAX_RADIX));
        assertEquals(8, new Packing(2, 8, 8).digits());
    }
}
