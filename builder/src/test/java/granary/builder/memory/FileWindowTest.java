package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
import granary.testing.TestRandom;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void pagesHoldWhatWasWrittenLastWheneverTheyAreInMemory() throws IOException {
        Random random = TestRandom.create();
        Path file = file();
        byte[] expected = new byte[PAGES];
        List<BitSet> steps = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            steps.add(some(random, 12));
        }
        try (FileWindow window = new FileWindow(file, PAGE, BYTES, 20 * PAGE)) {
            for (int i = 0; i < steps.size(); i++) {
                window.load(steps.get(i), steps.subList(i + 1, Math.min(steps.size(), i + 5)));
                steps.get(i).stream().forEach(page -> assertEquals(expected[page], at(window, page), "page " + page));
                BitSet changed = some(random, 5);
                changed.and(steps.get(i));
                changed.stream().forEach(page -> {
                    expected[page] = (byte) random.nextInt();
                    window.segment().set(ValueLayout.JAVA_BYTE, place(page), expected[page]);
                });
                window.changed(changed);
            }
        }
        byte[] bytes = Files.readAllBytes(file);
        for (int page = 0; page < PAGES; page++) {
            assertEquals(expected[page], bytes[PAGE + (int) place(page)], "page " + page);
        }
    }

    /** Returns a place in a page that the file has of the last page, too. */
    private static long place(int page) {
        return (long) page * PAGE + 100 + page;
    }

    private static byte at(FileWindow window, int page) {
        return window.segment().get(ValueLayout.JAVA_BYTE, place(page));
    }

    @Test
    void whatIsNeededAgainSoonestStays() throws IOException {
        try (FileWindow window = new FileWindow(file(), PAGE, BYTES, 10 * PAGE)) {
            BitSet first = pages(0, 6);
            BitSet second = pages(6, 12);
            window.load(first, List.of(second, first));
            window.load(second, List.of(first));
            window.load(first, List.of());
            // four of the first stayed beside the six of the second
            assertEquals((6 + 6 + 2) * PAGE, window.bytesRead());
            assertEquals(0, window.bytesWritten());
        }
    }

    private static BitSet pages(int from, int to) {
        BitSet pages = new BitSet();
        pages.set(from, to);
        return pages;
    }

    @Test
    void memoryThatDoesNotSufficeIsAClearEnd() throws IOException {
        try (FileWindow window = new FileWindow(file(), PAGE, BYTES, 10 * PAGE)) {
            CheckFailedException refused =
                    assertThrows(CheckFailedException.class, () -> window.load(pages(0, 11), List.of()));
            assertTrue(refused.getMessage().contains("needs 44.0 KiB"), refused.getMessage());
            assertTrue(refused.getMessage().contains("there are 40.0 KiB"), refused.getMessage());
        }
    }
}
