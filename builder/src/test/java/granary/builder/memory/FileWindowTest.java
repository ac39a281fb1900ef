package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
import granary.testing.TestRandom;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class FileWindowTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 50;
    /** The last page is not whole. */
    private static final int BYTES = PAGES * PAGE - 1000;

    @TempDir
    private Path directory;

    private Path file() throws IOException {
        return Files.write(directory.resolve("file"), new byte[PAGE + BYTES]);
    }

    private static BitSet some(Random random, int most) {
        BitSet pages = new BitSet();
        for (int count = random.nextInt(most + 1); count > 0; count--) {
            pages.set(random.nextInt(PAGES));
        }
        return pages;
    }

    @ParameterizedTest
    @ValueSource(ints = {31, 63, 127})
    void pagesHoldWhatWasWrittenLastWheneverTheyAreInMemory(int greatest) throws IOException {
        pagesHoldWhatWasWrittenLast(greatest, PageOrder.OF_THE_WINDOW);
    }

    @ParameterizedTest
    @ValueSource(ints = {31, 63, 127})
    void pagesMayLieInAnyOrderInTheFile(int greatest) throws IOException {
        int[] slots = new int[PAGES];
        for (int i = 0; i < PAGES; i++) {
            slots[i] = i * 7 % PAGES;
        }
        pagesHoldWhatWasWrittenLast(greatest, (pageBytes, pages) -> slots);
    }

    private void pagesHoldWhatWasWrittenLast(int greatest, PageOrder order) throws IOException {
        Random random = TestRandom.create();
        PageCode code = PageCode.of(greatest);
        Path file = file();
        MemorySegment expected = MemorySegment.ofArray(new byte[PAGES * PAGE]);
        List<BitSet> steps = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            steps.add(some(random, 12));
        }
        try (FileWindow window = new FileWindow(file, PAGE, BYTES, 20 * PAGE, code, order)) {
            for (int i = 0; i < steps.size(); i++) {
                if (i % 100 == 99) {
                    window.arrange(order); // what has changed until then is written
                }
                window.load(steps.get(i), steps.subList(i + 1, Math.min(steps.size(), i + 5)));
                steps.get(i).stream().forEach(page -> checkPage(page, expected, window));
                BitSet changed = some(random, 5);
                changed.and(steps.get(i));
                changed.stream().forEach(page -> {
                    fill(page(expected, page), random, greatest);
                    window.array(0).write(page(expected, page).toArray(JAVA_BYTE), 0, PAGE, (long) page * PAGE);
                });
                window.changed(changed);
            }
        }
        // Afterwards nobody knows how the last user of the file ended.
        MemorySegment undivided =
                Arena.ofAuto().allocate(expected.byteSize(), Long.BYTES).copyFrom(expected);
        code.clearDivided(undivided);
        try (FileWindow window = new FileWindow(file, PAGE, BYTES, Long.MAX_VALUE, code, order)) {
            assertEquals(PAGES, window.budget());
            window.load(pages(0, PAGES), List.of());
            for (int page = 0; page < PAGES; page++) {
                checkPage(page, undivided, window);
            }
        }
    }

    @Test
    void aPlainFileKeepsItsOrder() throws IOException {
        Path file = file();
        int[] backwards =
                IntStream.range(0, PAGES).map(page -> PAGES - 1 - page).toArray();
        PageOrder order = (pageBytes, pages) -> backwards;
        try (FileWindow window = new FileWindow(file, PAGE, BYTES, Long.MAX_VALUE, PageCode.PLAIN, order)) {
            window.load(pages(0, 1), List.of());
            window.array(0).set(5, (byte) 100);
            window.changed(pages(0, 1));
        }
        assertEquals(100, Files.readAllBytes(file)[PAGE + 5]);
    }

    private static MemorySegment page(MemorySegment segment, int page) {
        return segment.asSlice((long) page * PAGE, PAGE);
    }

    private static void checkPage(int page, MemorySegment expected, FileWindow window) {
        byte[] bytes = new byte[PAGE];
        window.array(0).read((long) page * PAGE, bytes, 0, PAGE);
        assertArrayEquals(page(expected, page).toArray(JAVA_BYTE), bytes, "page " + page);
    }

    private static void fill(MemorySegment page, Random random, int greatest) {
        for (int i = 0; i < PAGE; i++) {
            page.set(JAVA_BYTE, i, (byte) (random.nextInt(2 * greatest + 1) - greatest));
        }
    }

    @ParameterizedTest
    @CsvSource({"31, 3072", "63, 3584", "127, 4096"})
    void whatIsNeededAgainSoonestStays(int greatest, int pageInFile) throws IOException {
        try (FileWindow window =
                new FileWindow(file(), PAGE, BYTES, 10 * PAGE, PageCode.of(greatest), PageOrder.OF_THE_WINDOW)) {
            BitSet first = pages(0, 6);
            BitSet second = pages(6, 12);
            window.load(first, List.of(second, first));
            window.load(second, List.of(first));
            window.load(first, List.of());
            // four of the first stayed beside the six of the second
            assertEquals((6 + 6 + 2L) * pageInFile, window.bytesRead());
            assertEquals(0, window.bytesWritten());
        }
    }

    private static BitSet pages(int from, int to) {
        BitSet pages = new BitSet();
        pages.set(from, to);
        return pages;
    }

    @Test
    void bytesOutOfRangeNeverReachTheFile() throws IOException {
        Path file = file();
        FileWindow window = new FileWindow(file, PAGE, BYTES, 10 * PAGE, PageCode.of(31), PageOrder.OF_THE_WINDOW);
        window.load(pages(3, 4), List.of());
        window.array(3 * PAGE).set(0, (byte) 32);
        window.changed(pages(3, 4));
        assertThrows(IllegalArgumentException.class, window::close);
        assertArrayEquals(new byte[PAGE + BYTES], Arrays.copyOf(Files.readAllBytes(file), PAGE + BYTES));
    }

    @Test
    void memoryThatDoesNotSufficeIsAClearEnd() throws IOException {
        try (FileWindow window =
                new FileWindow(file(), PAGE, BYTES, 10 * PAGE, PageCode.PLAIN, PageOrder.OF_THE_WINDOW)) {
            CheckFailedException refused =
                    assertThrows(CheckFailedException.class, () -> window.load(pages(0, 11), List.of()));
            assertTrue(refused.getMessage().contains("needs 44.0 KiB"), refused.getMessage());
            assertTrue(refused.getMessage().contains("there are 40.0 KiB"), refused.getMessage());
        }
    }
}
