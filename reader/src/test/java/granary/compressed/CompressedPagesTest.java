package granary.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DamagedFileException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.storage.Prefetch;
import granary.storage.Prefetch.Range;
import granary.testing.ArrayStorage;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Pages and directories whose checksums are right, at the limits of what they may say; and what is read where they are not. */
class CompressedPagesTest {
    private static final Path PATH = Path.of("layer.compressed");
    private static final int RAW = BlockDecoder.RAW;
    private static final int BLOCK = BlockWalk.BLOCK;
    /** The length bytes of the blocks of two pages. */
    private static final int[][] PAGES = {{1, 2, 3}, {4, 5}};

    private static final CompressedHeader HEADER = header(5 * BLOCK, PAGES.length);

    /** Returns the length bytes of a page that has some raw blocks, and others behind them. */
    private static int[] lengths(int raw, int... others) {
        int[] all = new int[raw + others.length];
        Arrays.fill(all, 0, raw, RAW);
        System.arraycopy(others, 0, all, raw, others.length);
        return all;
    }

    /**
     * Makes a file without a model.
     *
     * @param firsts the directory: the numbers of the pages' first blocks, and of what is behind the last
     * @param pages the length bytes of the blocks of each page
     */
    private static CompressedPages file(long positions, int[] firsts, int[]... pages) {
        return file(new int[] {firsts[0]}, positions, firsts, pages);
    }

    private static CompressedPages file(int[] index, long positions, int[] firsts, int[]... pages) {
        CompressedHeader header = header(positions, pages.length);
        return new CompressedPages(
                PATH.toString(), new ArrayStorage(bytes(header, index, firsts, pages)), header, true);
    }

    private static CompressedHeader header(long positions, int pages) {
        return new CompressedHeader(
                new Awari(3, RuleSet.STRICT).identity(),
                9,
                positions,
                -9,
                2,
                0,
                0,
                pages,
                FileDigest.NONE,
                FileDigest.NONE);
    }

    private static byte[] bytes(CompressedHeader header, int[] index, int[] firsts, int[]... pages) {
        ByteBuffer file = ByteBuffer.allocate((int) header.fileLength()).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header.toBytes());
        for (int number = 0; number < pages.length; number++) {
            ByteBuffer page = ByteBuffer.allocate(CompressedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
            page.putShort(Integer.BYTES, (short) pages[number].length);
            for (int i = 0; i < pages[number].length && CompressedHeader.LENGTHS_AT + i < CompressedHeader.PAGE; i++) {
                page.put(CompressedHeader.LENGTHS_AT + i, (byte) pages[number][i]);
            }
            file.put(page.putInt(0, CompressedHeader.pageChecksum(header.name(), firsts[number], page.array(), 0)));
        }
        for (int first : firsts) {
            file.putInt(first);
        }
        for (int first : index) {
            file.putInt(first);
        }
        return file.array();
    }

    /** Returns a file of {@link #PAGES}, with a directory. */
    private static byte[] twoPages(int... firsts) {
        return bytes(HEADER, new int[] {0}, firsts, PAGES);
    }

    /** Returns such a file with a bit flipped in the second page. */
    private static byte[] damagedSecondPage() {
        byte[] file = twoPages(0, 3, 5);
        file[LayerHeader.LENGTH + CompressedHeader.PAGE + 100] ^= 1;
        return file;
    }

    private static void assertFound(int start, int length, CompressedPages pages, long block) {
        long place = pages.find(block, new byte[CompressedHeader.PAGE]);
        assertEquals(
                List.of(start, length),
                List.of(CompressedPages.start(place), CompressedPages.length(place)),
                "block " + block);
    }

    private static void assertCorrupt(long at, String expected, String found, String damaged, Executable reading) {
        String message = assertThrows(DamagedFileException.class, reading).getMessage();
        String begins = PATH + ", byte " + at + ": expected " + expected + ", found " + found + " (the " + damaged;
        assertTrue(message.startsWith(begins), message + "\n is to begin with\n" + begins);
    }

    /** Finding any of the blocks refuses a page of another number of blocks, or of longer ones. */
    private static void assertRefused(CompressedPages pages, int page, int first, int block, int blocks) {
        assertCorrupt(
                LayerHeader.LENGTH + (long) page * CompressedHeader.PAGE,
                "a page with block " + block + ", from block " + first + " on",
                blocks + " blocks, or lengths that go beyond it",
                "directory or the page is damaged",
                () -> pages.find(block, new byte[CompressedHeader.PAGE]));
    }

    private static void assertSecondPageIsDamaged(Executable reading) {
        String message = assertThrows(DamagedFileException.class, reading).getMessage();
        assertTrue(message.startsWith(PATH + ", byte 8192: expected the page from block 3 on with checksum "), message);
    }

    /** Checks all pages, and returns the raw blocks. */
    private static List<Long> check(CompressedPages pages, int count) {
        List<Long> raw = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            raw.addAll(checkOne(pages, number));
        }
        return raw;
    }

    private static List<Long> checkOne(CompressedPages pages, int number) {
        List<Long> raw = new ArrayList<>();
        byte[] page = new byte[CompressedHeader.PAGE];
        pages.read(number, page);
        pages.check(number, page, raw::add);
        return raw;
    }

    @Test
    void aBlockBeginsWhereThoseBeforeItEnd() {
        CompressedPages pages = file(5 * BLOCK - 1, new int[] {0, 3, 5}, new int[] {254, RAW, 0}, new int[] {RAW, RAW});
        assertFound(6 + 3, 254, pages, 0);
        assertFound(6 + 3 + 254, RAW, pages, 1);
        assertFound(6 + 3 + 254 + BLOCK, 0, pages, 2);
        assertFound(6 + 2, RAW, pages, 3);
        assertFound(6 + 2 + BLOCK, RAW, pages, 4);
        assertEquals(List.of(1L, 3L, 4L), check(pages, 2));
        assertEquals(List.of(BLOCK, BLOCK - 1), List.of(pages.positions(3), pages.positions(4)));
    }

    @Test
    void aPageMayHoldNoBlocks() {
        CompressedPages pages =
                file(5 * BLOCK, new int[] {0, 3, 3, 5}, new int[] {1, 2, 3}, new int[] {}, new int[] {4, RAW});
        assertFound(6 + 2, 4, pages, 3);
        assertEquals(List.of(4L), check(pages, 3));
    }

    @Test
    void aBlockThatEndsWithItsPageIsReadAndALongerOneIsRefused() {
        int left = CompressedHeader.PAGE - 6 - 16 - 15 * BLOCK;
        CompressedPages whole = file(16 * BLOCK, new int[] {0, 16}, lengths(15, left));
        assertFound(CompressedHeader.PAGE - left, left, whole, 15);
        assertEquals(15, check(whole, 1).size());
        CompressedPages longer = file(16 * BLOCK, new int[] {0, 16}, lengths(15, left + 1));
        assertFound(CompressedHeader.PAGE - left - BLOCK, RAW, longer, 14);
        assertRefused(longer, 0, 0, 15, 16);
        assertThrows(DamagedFileException.class, () -> check(longer, 1));
    }

    @Test
    void aPlainBlockTakesAsManyBytesAsItHasPositions() {
        int left = CompressedHeader.PAGE - 6 - 16 - 15 * BLOCK;
        assertFound(CompressedHeader.PAGE - left, RAW, file(15 * BLOCK + left, new int[] {0, 16}, lengths(16)), 15);
        assertRefused(file(15 * BLOCK + left + 1, new int[] {0, 16}, lengths(16)), 0, 0, 15, 16);
    }

    @Test
    void aPageOfMoreLengthsThanItHasBytesIsRefused() {
        int most = CompressedHeader.PAGE - CompressedHeader.LENGTHS_AT;
        for (int block : new int[] {0, most - 1}) {
            assertFound(CompressedHeader.PAGE, 0, file((long) most * BLOCK, new int[] {0, most}, new int[most]), block);
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
        CompressedPages pages = file(5 * BLOCK, new int[] {first, second, end}, new int[] {1, 2, 3}, new int[] {4, 5});
        assertRefused(pages, page, from, block, blocks);
    }

    @Test
    void aBlockBehindTheLastPositionIsRefused() {
        CompressedPages pages = file(2 * BLOCK, new int[] {0, 3}, new int[] {1, 2, 3});
        assertFound(6 + 3 + 1, 2, pages, 1);
        assertRefused(pages, 0, 0, 2, 3);
    }

    @Test
    void aBlockBehindThoseOfTheLastPageIsRefused() {
        CompressedPages pages = file(6 * BLOCK, new int[] {0, 3, 5}, new int[] {1, 2, 3}, new int[] {4, 5});
        assertFound(6 + 2 + 4, 5, pages, 4);
        assertRefused(pages, 1, 3, 5, 2);
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
        CompressedPages pages = file(5 * BLOCK, firsts, new int[] {1, 2, 3}, new int[] {4, 5});
        assertCorrupt(
                LayerHeader.LENGTH + 2L * CompressedHeader.PAGE + (long) page * Integer.BYTES,
                "block " + expected + " as the first of page " + page,
                "block " + firsts[page],
                "directory is damaged",
                () -> checkOne(pages, Math.max(0, page - 1)));
    }

    @ParameterizedTest
    @CsvSource({"1024, 4", "1025, 5", "1280, 5", "1281, 6"})
    void aDirectoryThatEndsBeforeOrBehindTheLastPositionIsRefused(int positions, int blocks) {
        CompressedPages pages = file(positions, new int[] {0, 3, 5}, new int[] {1, 2, 3}, new int[] {4, 5});
        if (blocks == 5) {
            assertEquals(List.of(), check(pages, 2));
        } else {
            assertCorrupt(
                    LayerHeader.LENGTH + 2L * CompressedHeader.PAGE + 2 * Integer.BYTES,
                    "block " + blocks + " as the first of page 2",
                    "block 5",
                    "directory is damaged",
                    () -> check(pages, 2));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4095, 4096, 4097, 8192, 8193})
    void aBlockIsFoundInThePartOfTheDirectoryThatTheIndexTells(int count) {
        int[][] pages = new int[count][];
        Arrays.fill(pages, new int[] {1});
        int[] index = IntStream.iterate(0, i -> i < count, i -> i + CompressedHeader.INDEXED)
                .toArray();
        CompressedPages file = file(
                index, (long) count * BLOCK, IntStream.rangeClosed(0, count).toArray(), pages);
        for (int block : new int[] {0, 1, 4094, 4095, 4096, 8191, 8192, count - 1}) {
            if (block < count) {
                assertFound(6 + 1, 1, file, block);
            }
        }
    }

    @Test
    void aPageWhoseChecksumDoesNotHoldIsRefusedByWhateverReadsIt() {
        CompressedPages pages =
                new CompressedPages(PATH.toString(), new ArrayStorage(damagedSecondPage()), HEADER, true);
        assertFound(6 + 3 + 1 + 2, 3, pages, 2);
        assertSecondPageIsDamaged(() -> pages.find(3, new byte[CompressedHeader.PAGE]));
        assertEquals(List.of(), checkOne(pages, 0));
        assertSecondPageIsDamaged(() -> checkOne(pages, 1));
        pages.check(0, 2);
        assertSecondPageIsDamaged(() -> pages.check(0, 3));
        assertSecondPageIsDamaged(() -> pages.check(4, 4));
    }

    @Test
    void uncheckedPagesAreReadThoughDamaged() {
        FarStorage storage = new FarStorage(damagedSecondPage());
        storage.checking = new ArrayStorage(new byte[0]);
        CompressedPages pages = new CompressedPages(PATH.toString(), storage, HEADER, false);
        assertSame(storage, pages.data());
        assertFound(6 + 2, 4, pages, 3);
        pages.check(0, 4);
    }

    @Test
    void pagesCheckedByStorageAreNotCheckedAgain() {
        byte[] other = bytes(HEADER, new int[] {0}, new int[] {0, 3, 5}, new int[] {}, new int[] {});
        FarStorage storage = new FarStorage(other);
        storage.checking = new ArrayStorage(damagedSecondPage());
        CompressedPages pages = new CompressedPages(PATH.toString(), storage, HEADER, true);
        assertSame(storage.checking, pages.data());
        assertFound(6 + 2, 4, pages, 3);
    }

    /** The page of block 3 is looked for in the first: the directory is damaged, or that of another copy. */
    @Test
    void blockMissingInItsPageIsSoughtAgainInAFreshDirectory() {
        FarStorage storage = new FarStorage(twoPages(0, 4, 5));
        storage.later = new ArrayStorage(twoPages(0, 3, 5));
        CompressedPages pages = new CompressedPages(PATH.toString(), storage, HEADER, true);
        assertFound(6 + 2, 4, pages, 3);
        assertEquals(List.of(new Range(12288, 16)), storage.renewed);
        FarStorage lasting = new FarStorage(twoPages(0, 4, 5));
        assertRefused(new CompressedPages(PATH.toString(), lasting, HEADER, true), 0, 0, 3, 3);
        assertEquals(List.of(new Range(12288, 16)), lasting.renewed);
    }

    /** The part has an entry for each of its pages and for what is behind the last. */
    @ParameterizedTest
    @CsvSource({
        // A block, where its part of the directory begins and its length, and its page.
        "0, 16785408, 16388, 4096",
        "4095, 16785408, 16388, 16777216",
        "4096, 16801792, 8, 16781312",
    })
    void aBlockWantsItsPartOfTheDirectoryAndThenItsPage(int block, long part, long length, long page) {
        int count = CompressedHeader.INDEXED + 1;
        int[][] lengths = new int[count][];
        Arrays.fill(lengths, new int[] {1});
        CompressedHeader header = header((long) count * BLOCK, count);
        FarStorage storage = new FarStorage(bytes(
                header,
                new int[] {0, CompressedHeader.INDEXED},
                IntStream.rangeClosed(0, count).toArray(),
                lengths));
        CompressedPages pages = new CompressedPages(PATH.toString(), storage, header, true);
        Prefetch prefetch = new Prefetch();
        pages.prefetch(block, prefetch);
        assertTrue(prefetch.fetch());
        assertEquals(List.of(new Range(part, length)), storage.fetched);
        pages.prefetch(block, prefetch);
        assertFalse(prefetch.fetch());
        assertEquals(List.of(new Range(part, length), new Range(page, 4096)), storage.fetched);
    }
}
