package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

@EnabledOnOs(OS.LINUX)
class BufferPoolTest {
    private static final int PAGES = 50;
    private static final BufferPool.PageOrder PLAIN =
            (pageBytes, pages) -> IntStream.range(0, pages).toArray();

    @TempDir
    private Path directory;

    private Path file(int page) throws IOException {
        return Files.write(directory.resolve("file"), new byte[BufferPool.HEADER + PAGES * page]);
    }

    private BufferPool pool(Path file, int page, long budget, BufferPool.PageOrder order) throws IOException {
        int bytes = PAGES * page - 1000; // the last page is not needed to its end
        return new BufferPool(file, bytes, budget, page, order, null, () -> {});
    }

    private static BitSet some(Random random, int most) {
        BitSet pages = new BitSet();
        for (int count = random.nextInt(most + 1); count > 0; count--) {
            pages.set(random.nextInt(PAGES));
        }
        return pages;
    }

    @ParameterizedTest
    @CsvSource({"4096, 1", "4096, 7", "16384, 1", "16384, 7", "131072, 1", "131072, 7"})
    void pagesHoldTheirLastBytesInAnyOrderOfTheFile(int page, int stride) throws IOException {
        BufferPool.PageOrder order = (pageBytes, pages) -> {
            assertEquals(page, pageBytes);
            return IntStream.range(0, pages).map(i -> i * stride % pages).toArray();
        };
        Random random = TestRandom.create();
        Path file = file(page);
        byte[][] expected = new byte[PAGES][page];
        List<BitSet> steps = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            steps.add(some(random, 12));
        }
        try (BufferPool buffers = pool(file, page, 20L * page, order)) {
            for (int i = 0; i < steps.size(); i++) {
                if (i % 100 == 99) {
                    buffers.arrange(order); // what has changed until then is written
                }
                buffers.load(steps.get(i), steps.subList(i + 1, Math.min(steps.size(), i + 5)));
                steps.get(i).stream().forEach(number -> checkPage(expected[number], number, buffers));
                BitSet changed = some(random, 5);
                changed.and(steps.get(i));
                changed.stream().forEach(number -> {
                    random.nextBytes(expected[number]);
                    buffers.array(0).write(expected[number], 0, page, (long) number * page);
                });
                buffers.changed(changed);
            }
        }
        try (BufferPool buffers = pool(file, page, Long.MAX_VALUE, order)) {
            assertEquals(PAGES, buffers.pages().budget());
            buffers.load(pages(0, PAGES), List.of());
            for (int number = 0; number < PAGES; number++) {
                checkPage(expected[number], number, buffers);
            }
        }
    }

    private static void checkPage(byte[] expected, int number, BufferPool buffers) {
        byte[] bytes = new byte[expected.length];
        buffers.array(0).read((long) number * bytes.length, bytes, 0, bytes.length);
        assertArrayEquals(expected, bytes, "page " + number);
    }

    @Test
    void markedPagesAreWrittenOnceMarksAreFlushed() throws IOException {
        int page = 4096;
        Path file = file(page);
        try (BufferPool buffers = pool(file, page, Long.MAX_VALUE, PLAIN)) {
            buffers.load(pages(0, 5), List.of());
            for (int number = 0; number < 5; number++) {
                buffers.array(0).set((long) number * page + 7, (byte) 100);
            }
            buffers.markDirty(2 * page - 1, 2);
            buffers.markDirty(4 * page + 7, 1);
            buffers.save();
            assertEquals(List.of(), written(file, page), "the notes were not taken");
            buffers.flushMarks();
            buffers.save();
            assertEquals(List.of(1, 2, 4), written(file, page));
            buffers.array(0).set(page + 7, (byte) 50);
            buffers.flushMarks();
            buffers.save();
            assertEquals(List.of(1, 2, 4), written(file, page), "the notes were taken before");
        }
    }

    private static List<Integer> written(Path file, int page) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return IntStream.range(0, 5)
                .filter(number -> bytes[BufferPool.HEADER + number * page + 7] == 100)
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0, 4096", "137438953471, 4096", "274877906943, 4096", "274877906944, 8192", "561000000000, 16384"})
    void pagesAreAsShortAsTheirTablesAllow(long bytes, int page) {
        assertEquals(page, PoolPages.pageBytes(bytes));
    }

    @Test
    void pagesNeededAgainSoonestStay() {
        PoolPages buffers = new PoolPages(4096 * PAGES, 10 * 4096, 4096, PLAIN);
        BitSet first = pages(0, 6);
        BitSet second = pages(6, 12);
        int read = 0;
        for (PoolPages.Turn turn : List.of(
                buffers.turn(first, List.of(second, first)),
                buffers.turn(second, List.of(first)),
                buffers.turn(first, List.of()))) {
            read += turn.missing().cardinality() + turn.ahead().cardinality();
        }
        assertEquals(6 + 6 + 2, read, "four of the first stayed beside the six of the second");
    }

    private static BitSet pages(int from, int to) {
        BitSet pages = new BitSet();
        pages.set(from, to);
        return pages;
    }

    @Test
    void shortMemoryIsReported() throws IOException {
        try (BufferPool buffers = pool(file(4096), 4096, 10 * 4096, PLAIN)) {
            CheckFailedException refused =
                    assertThrows(CheckFailedException.class, () -> buffers.load(pages(0, 11), List.of()));
            assertTrue(refused.getMessage().contains("needs 44.0 KiB"), refused.getMessage());
            assertTrue(refused.getMessage().contains("leaves 40.0 KiB"), refused.getMessage());
        }
    }

    @Test
    void reopenedPoolKnowsItsProgressUnlessTorn() throws IOException {
        Path file = file(4096);
        try (BufferPool buffers = pool(file, 4096, Long.MAX_VALUE, PLAIN)) {
            assertEquals(0, buffers.reached());
            buffers.reach(258);
            assertEquals(258, buffers.reached());
        }
        try (BufferPool buffers = pool(file, 4096, Long.MAX_VALUE, PLAIN)) {
            assertEquals(258, buffers.reached());
            buffers.reach(Long.MAX_VALUE);
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[BufferPool.HEADER - 1]++;
        Files.write(file, bytes);
        try (BufferPool buffers = pool(file, 4096, Long.MAX_VALUE, PLAIN)) {
            assertEquals(0, buffers.reached());
        }
    }
}
