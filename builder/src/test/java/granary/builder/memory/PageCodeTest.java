package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.TestRandom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageCodeTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 16;

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void free() {
        arena.close();
    }

    /** Returns a byte of the range, any as likely as any other. */
    private static byte any(Random random, int greatest) {
        int number = random.nextInt(2 * greatest + 2) - greatest - 1;
        return number < -greatest ? Byte.MIN_VALUE : (byte) number;
    }

    private MemorySegment pages(Random random, int greatest) {
        MemorySegment pages = arena.allocate(PAGES * PAGE, Long.BYTES);
        for (int i = 0; i < PAGES * PAGE; i++) {
            pages.set(JAVA_BYTE, i, any(random, greatest));
        }
        return pages;
    }

    private MemorySegment pack(PageCode code, MemorySegment pages) {
        MemorySegment packed = arena.allocate(code.packed(pages.byteSize()), Long.BYTES);
        code.pack(pages, page -> (long) page * PageCode.PAGE, (int) (pages.byteSize() / PageCode.PAGE), packed);
        return packed;
    }

    private MemorySegment unpack(PageCode code, MemorySegment packed) {
        MemorySegment pages = arena.allocate(PAGES * PAGE, Long.BYTES);
        pages.fill((byte) 77);
        code.unpack(packed, pages, page -> (long) page * PageCode.PAGE, PAGES);
        return pages;
    }

    @ParameterizedTest
    @CsvSource({"0, 6", "26, 6", "31, 6", "32, 7", "63, 7", "64, 8", "127, 8"})
    void whatIsPackedComesBack(int greatest, int bits) {
        PageCode code = PageCode.of(greatest);
        assertEquals(bits, code.bits());
        assertEquals(512L * bits, code.packed(PAGE));
        MemorySegment pages = pages(TestRandom.create(), greatest);
        assertEquals(-1, unpack(code, pack(code, pages)).mismatch(pages));
    }

    @ParameterizedTest
    @ValueSource(ints = {31, 63, 127})
    void zerosAreZeros(int greatest) {
        PageCode code = PageCode.of(greatest);
        MemorySegment zeros = arena.allocate(PAGES * PAGE, Long.BYTES);
        MemorySegment packed = pack(code, zeros);
        assertEquals(-1, packed.mismatch(arena.allocate(packed.byteSize())));
        assertEquals(-1, unpack(code, packed).mismatch(zeros));
    }

    @ParameterizedTest
    @ValueSource(ints = {31, 63})
    void bytesOutOfRangeAreRefusedWhereverTheyAre(int greatest) {
        PageCode code = PageCode.of(greatest);
        Random random = TestRandom.create();
        MemorySegment pages = arena.allocate(PAGES * PAGE, Long.BYTES);
        for (int value = Byte.MIN_VALUE + 1; value <= Byte.MAX_VALUE; value++) {
            if (Math.abs(value) > greatest) {
                long place = random.nextInt(PAGES * PAGE);
                pages.set(JAVA_BYTE, place, (byte) value);
                assertThrows(IllegalArgumentException.class, () -> pack(code, pages), value + " at " + place);
                pages.set(JAVA_BYTE, place, (byte) 0);
            }
        }
        pack(code, pages);
    }

    @ParameterizedTest
    @CsvSource({"31, 32", "63, 48", "127, 0"})
    void pagesOfWhichSomeSectorsWereWrittenHoldOlderAndNewerBytesAndFewZeros(int greatest, int cleared) {
        PageCode code = PageCode.of(greatest);
        Random random = TestRandom.create();
        MemorySegment older = pages(random, greatest);
        MemorySegment newer = pages(random, greatest);
        MemorySegment packed = pack(code, older);
        MemorySegment written = pack(code, newer);
        for (long sector = 0; sector < packed.byteSize(); sector += 512) {
            if (random.nextBoolean()) {
                packed.asSlice(sector, 512).copyFrom(written.asSlice(sector, 512));
            }
        }
        MemorySegment torn = unpack(code, packed);
        assertEquals(cleared > 0, mixed(torn, older, newer) > 0);
        code.clearDivided(torn);
        int zeros = mixed(torn, older, newer);
        assertTrue(zeros <= PAGES * cleared, zeros + " bytes");
        for (int i = 0; i < PAGES * PAGE; i++) {
            byte value = torn.get(JAVA_BYTE, i);
            assertTrue(value == 0 || value == older.get(JAVA_BYTE, i) || value == newer.get(JAVA_BYTE, i), "byte " + i);
        }
    }

    /** Counts bytes that are neither of two. */
    private static int mixed(MemorySegment bytes, MemorySegment older, MemorySegment newer) {
        int count = 0;
        for (int i = 0; i < PAGES * PAGE; i++) {
            byte value = bytes.get(JAVA_BYTE, i);
            count += value != older.get(JAVA_BYTE, i) && value != newer.get(JAVA_BYTE, i) ? 1 : 0;
        }
        return count;
    }

    @Test
    void everyPageIsPackedByItself() {
        PageCode code = PageCode.of(31);
        MemorySegment pages = pages(TestRandom.create(), 31);
        MemorySegment packed = pack(code, pages);
        long at = 5 * PAGE;
        MemorySegment one = pack(code, pages.asSlice(at, PAGE));
        assertEquals(-1, one.mismatch(packed.asSlice(code.packed(at), one.byteSize())));
    }
}
