package granary.sealed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.CorruptFileException;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.SealedHeader;
import granary.format.StoringRule;
import granary.storage.HeapStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages and directories whose checksums are right, at the limits of what they may say. */
class SealedPagesTest {
    private static final Path PATH = Path.of("layer.sealed");
    private static final int PLAIN = BlockDecoder.PLAIN;
    private static final int BLOCK = BlockWalk.BLOCK;

    /** Returns the length bytes of a page that has some plain blocks, and others behind them. */
    private static int[] lengths(int plain, int... others) {
        int[] all = new int[plain + others.length];
        Arrays.fill(all, 0, plain, PLAIN);
        System.arraycopy(others, 0, all, plain, others.length);
        return all;
    }

    /**
     * Makes a file without a model.
     *
     * @param firsts the directory: the numbers of the pages' first blocks, and of what is behind the last
     * @param pages the length bytes of the blocks of each page
     */
    private static SealedPages file(long positions, int[] firsts, int[]... pages) {
        return file(new int[] {firsts[0]}, positions, firsts, pages);
    }

    private static SealedPages file(int[] index, long positions, int[] firsts, int[]... pages) {
        SealedHeader header = new SealedHeader(
                new Awari(3, RuleSet.STRICT).identity(),
                9,
                positions,
                -9,
                StoringRule.REACHABLE,
                2,
                0,
                0,
                pages.length,
                FileDigest.NONE,
                FileDigest.NONE);
        ByteBuffer file = ByteBuffer.allocate((int) header.fileLength()).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header.toBytes());
        for (int number = 0; number < pages.length; number++) {
            ByteBuffer page = ByteBuffer.allocate(SealedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
            page.putShort(Integer.BYTES, (short) pages[number].length);
            for (int i = 0; i < pages[number].length && SealedHeader.LENGTHS_AT + i < SealedHeader.PAGE; i++) {
                page.put(SealedHeader.LENGTHS_AT + i, (byte) pages[number][i]);
            }
            file.put(page.putInt(0, SealedHeader.pageChecksum(header.name(), firsts[number], page.array(), 0)));
        }
        for (int first : firsts) {
            file.putInt(first);
        }
        for (int first : index) {
            file.putInt(first);
        }
        return new SealedPages(PATH, new HeapStorage(file.array()), header, true);
    }

    private static void assertFound(int start, int length, SealedPages pages, long block) {
        long place = pages.find(block, new byte[SealedHeader.PAGE]);
        assertEquals(
                List.of(start, length), List.of(SealedPages.start(place), SealedPages.length(place)), "block " + block);
    }

    private static void assertCorrupt(long at, String expected, String found, Executable reading) {
        String message = assertThrows(CorruptFileException.class, reading).getMessage();
        String begins = PATH + ", byte " + at + ": expected " + expected + ", found " + found + " (";
        assertTrue(message.startsWith(begins), message + "\n is to begin with\n" + begins);
    }

    /** Finding any of the blocks refuses a page of another number of blocks, or of longer ones. */
    private static void assertRefused(SealedPages pages, int page, int first, int block, int blocks) {
        assertCorrupt(
                LayerHeader.LENGTH + (long) page * SealedHeader.PAGE,
                "a page with block " + block + ", from block " + first + " on",
                blocks + " blocks, or lengths that go beyond it",
                () -> pages.find(block, new byte[SealedHeader.PAGE]));
    }

    /** Checks all pages, and returns the plain blocks. */
    private static List<Long> check(SealedPages pages, int count) {
        List<Long> plain = new ArrayList<>();
        byte[] page = new byte[SealedHeader.PAGE];
        for (int number = 0; number < count; number++) {
            pages.read(number, page);
            pages.check(number, page, plain::add);
        }
        return plain;
    }

    @Test
    void aBlockBeginsWhereThoseBeforeItEnd() {
        SealedPages pages =
                file(5 * BLOCK - 1, new int[] {0, 3, 5}, new int[] {254, PLAIN, 0}, new int[] {PLAIN, PLAIN});
        assertFound(6 + 3, 254, pages, 0);
        assertFound(6 + 3 + 254, PLAIN, pages, 1);
        assertFound(6 + 3 + 254 + BLOCK, 0, pages, 2);
        assertFound(6 + 2, PLAIN, pages, 3);
        assertFound(6 + 2 + BLOCK, PLAIN, pages, 4);
        assertEquals(List.of(1L, 3L, 4L), check(pages, 2));
        assertEquals(List.of(BLOCK, BLOCK - 1), List.of(pages.positions(3), pages.positions(4)));
    }

    @Test
    void aPageMayHoldNoBlocks() {
        SealedPages pages =
                file(5 * BLOCK, new int[] {0, 3, 3, 5}, new int[] {1, 2, 3}, new int[] {}, new int[] {4, PLAIN});
        assertFound(6 + 2, 4, pages, 3);
        assertEquals(List.of(4L), check(pages, 3));
    }

    @Test
    void aBlockThatEndsWithItsPageIsReadAndALongerOneIsRefused() {
        int left = SealedHeader.PAGE - 6 - 16 - 15 * BLOCK;
        SealedPages whole = file(16 * BLOCK, new int[] {0, 16}, lengths(15, left));
        assertFound(SealedHeader.PAGE - left, left, whole, 15);
        assertEquals(15, check(whole, 1).size());
        SealedPages longer = file(16 * BLOCK, new int[] {0, 16}, lengths(15, left + 1));
        assertFound(SealedHeader.PAGE - left - BLOCK, PLAIN, longer, 14);
        assertRefused(longer, 0, 0, 15, 16);
        assertThrows(CorruptFileException.class, () -> check(longer, 1));
    }

    @Test
    void aPlainBlockTakesAsManyBytesAsItHasPositions() {
        int left = SealedHeader.PAGE - 6 - 16 - 15 * BLOCK;
        assertFound(SealedHeader.PAGE - left, PLAIN, file(15 * BLOCK + left, new int[] {0, 16}, lengths(16)), 15);
        assertRefused(file(15 * BLOCK + left + 1, new int[] {0, 16}, lengths(16)), 0, 0, 15, 16);
    }

    @Test
    void aPageOfMoreLengthsThanItHasBytesIsRefused() {
        int most = SealedHeader.PAGE - SealedHeader.LENGTHS_AT;
        for (int block : new int[] {0, most - 1}) {
            assertFound(SealedHeader.PAGE, 0, file((long) most * BLOCK, new int[] {0, most}, new int[most]), block);
        }
        for (int block : new int[] {0, most}) {
            assertRefused(file((most + 1L) * BLOCK, new int[] {0, most + 1}, new int[most + 1]), 0, 0, block, most + 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // The directory and a block to find; the page where it is looked for, its first block, the blocks that it says
        // it has.
        "0, 2, 5,  0, 0, 0, 3",
        "0, 2, 5,  2, 1, 2, 2",
        "0, 4, 5,  0, 0, 0, 3",
        "0, 4, 5,  3, 0, 0, 3",
        "0, 4, 5,  4, 1, 4, 2",
        "1, 3, 5,  0, 0, 1, 3",
        "1, 4, 6,  0, 0, 1, 3",
        "0, 3, 4,  3, 1, 3, 2",
        "0, 3, 6,  4, 1, 3, 2",
        "0, 3, 5,  5, 1, 3, 2",
        "0, 3, 6,  5, 1, 3, 2",
    })
    void aBlockThatThePageOfTheDirectoryDoesNotHoldIsRefused(
            int first, int second, int end, int block, int page, int from, int blocks) {
        SealedPages pages = file(5 * BLOCK, new int[] {first, second, end}, new int[] {1, 2, 3}, new int[] {4, 5});
        assertRefused(pages, page, from, block, blocks);
    }

    @Test
    void aBlockBehindTheLastPositionIsRefused() {
        SealedPages pages = file(2 * BLOCK, new int[] {0, 3}, new int[] {1, 2, 3});
        assertFound(6 + 3 + 1, 2, pages, 1);
        assertRefused(pages, 0, 0, 2, 3);
    }

    @ParameterizedTest
    @CsvSource({
        // The directory; the page whose first block is not that which is expected.
        "1, 4, 6,  0, 0",
        "0, 2, 5,  1, 3",
        "0, 4, 5,  1, 3",
        "0, 3, 4,  2, 5",
        "0, 3, 6,  2, 5",
    })
    void aDirectoryThatDoesNotGoOnFromPageToPageIsRefused(int first, int second, int end, int page, int expected) {
        int[] firsts = {first, second, end};
        SealedPages pages = file(5 * BLOCK, firsts, new int[] {1, 2, 3}, new int[] {4, 5});
        assertCorrupt(
                LayerHeader.LENGTH + 2L * SealedHeader.PAGE + (long) page * Integer.BYTES,
                "block " + expected + " as the first of page " + page,
                "block " + firsts[page],
                () -> check(pages, 2));
    }

    @ParameterizedTest
    @CsvSource({"1024, 4", "1025, 5", "1280, 5", "1281, 6"})
    void aDirectoryThatEndsBeforeOrBehindTheLastPositionIsRefused(int positions, int blocks) {
        SealedPages pages = file(positions, new int[] {0, 3, 5}, new int[] {1, 2, 3}, new int[] {4, 5});
        if (blocks == 5) {
            assertEquals(List.of(), check(pages, 2));
        } else {
            assertCorrupt(
                    LayerHeader.LENGTH + 2L * SealedHeader.PAGE + 2 * Integer.BYTES,
                    "block " + blocks + " as the first of page 2",
                    "block 5",
                    () -> check(pages, 2));
        }
    }

    /** Nothing else tells of damage there: no checksum covers it, and a page that is found by it may be the right one. */
    @ParameterizedTest
    @CsvSource({"0, 4096, -1, 0", "1, 4096, 0, 0", "0, 4095, 1, 4096", "0, 4097, 1, 4096"})
    void anIndexThatIsNotOfTheDirectoryIsRefused(int first, int second, int entry, int page) {
        int count = SealedHeader.INDEXED + 1;
        int[][] pages = new int[count][];
        Arrays.fill(pages, new int[] {1});
        int[] index = {first, second};
        SealedPages file = file(
                index, (long) count * BLOCK, IntStream.rangeClosed(0, count).toArray(), pages);
        if (entry < 0) {
            assertEquals(List.of(), check(file, count));
        } else {
            assertCorrupt(
                    LayerHeader.LENGTH + (long) count * SealedHeader.PAGE + (count + 1L + entry) * Integer.BYTES,
                    "block " + page + " as the first of page " + page,
                    "block " + index[entry],
                    () -> check(file, count));
        }
    }
}
