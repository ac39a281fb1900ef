package granary.builder.compress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.builder.resource.ResourceModel;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.plain.Inputs;
import granary.testing.Thorough;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Counts the pages that decompressing reads, one thread and a memory that drops the page that was not used for longest: on a sample of the
 * pages, with as large a part of that memory, which also counts a layer that nobody can decompress here. {@code
 * -Dgranary.decompressing-reads=48} counts another layer.
 */
class DecompressionReadsTest {
    private static final int SEEDS = Integer.getInteger("granary.decompressing-reads", 16);
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int PITS = AWARI.pits();
    private static final int PAGE = 4096;
    private static final int SAMPLE = 10 * SEEDS;
    /** The memory is this part of the layer, a byte a position. */
    private static final double MEMORY = 0.25;
    /** Row by row instead of task by task, the bytes of layer 16 would be read 2,466 times instead of 208. */
    private static final double MOST = 300;

    /** The positions in a page. */
    private record Page(int layer, long first, long end) {}

    @Test
    @Thorough
    void whatIsReadTogetherLiesTogether() {
        double reads = reads(sample());
        System.out.printf("%d seeds: a layer's bytes are read %.1f times%n", SEEDS, reads);
        assertTrue(reads < MOST, () -> reads + " times");
    }

    /** Returns about {@link #SAMPLE} pages of the layer, and as many in the same share of those that its captures lead into. */
    private static List<Page> sample() {
        SplittableRandom random = new SplittableRandom(1);
        long step = Math.max(1, AWARI.size(SEEDS) / PAGE / SAMPLE);
        List<Page> pages = new ArrayList<>();
        for (int layer = SEEDS; layer >= Math.max(0, SEEDS - Sowing.MOST_CAPTURED * PITS); layer--) {
            LayerHeader file = new ResourceModel(AWARI, 1).header(FileKind.SCORES, layer);
            double bytes = layer == SEEDS ? 1 : (double) file.dataLength() / file.positions();
            for (long page = random.nextLong(step);
                    page * PAGE < bytes * file.positions();
                    page += 1 + random.nextLong(2 * step - 1)) {
                pages.add(new Page(layer, (long) (page * PAGE / bytes), Math.min(file.positions(), (long)
                        ((page + 1) * PAGE / bytes))));
            }
        }
        return pages;
    }

    /** Returns the number of times that the bytes of a layer are read. */
    private static double reads(List<Page> pages) {
        long ofLayer = pages.stream().filter(page -> page.layer() == SEEDS).count();
        Map<Integer, Boolean> memory = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Boolean> eldest) {
                return size() > MEMORY * ofLayer;
            }
        };
        record Use(long time, int page) {}
        List<Use> uses = new ArrayList<>();
        for (int number = 0; number < pages.size(); number++) {
            int page = number;
            new Uses().of(pages.get(page)).forEach(time -> uses.add(new Use(time, page)));
        }
        uses.sort((a, b) -> Long.compare(a.time(), b.time()));
        long read = uses.stream()
                .filter(use -> memory.put(use.page(), true) == null)
                .count();
        return (double) read / ofLayer;
    }

    /** When the positions of a page are used, found by taking moves back. */
    private static final class Uses {
        /** The pits by whose seeds positions are ordered: those of a task, and then those of its rows. */
        private final int[] pits = IntStream.concat(
                        Arrays.stream(LayerDecompression.common(PITS)),
                        IntStream.iterate(2 * PITS - 1, pit -> pit >= PITS, pit -> pit - 1))
                .distinct()
                .toArray();

        private final int[] board = new int[2 * PITS];
        private final int[] before = new int[2 * PITS];
        private long[] times = new long[1 << 16];
        private int count;

        private void add(int[] position) {
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            long time = 0;
            for (int pit : pits) {
                time = time * (SEEDS + 1) + position[pit];
            }
            times[count++] = time;
        }

        /** Returns the times at which a page is used, ascending, each once. */
        List<Long> of(Page page) {
            for (long rank = page.first(); rank < page.end(); rank++) {
                AWARI.unrank(page.layer(), rank, board);
                turn();
                if (page.layer() == SEEDS) {
                    System.arraycopy(board, PITS, before, 0, PITS);
                    System.arraycopy(board, 0, before, PITS, PITS);
                    add(before);
                }
                for (int pit = 0; pit < 2 * PITS; pit++) {
                    if (page.layer() == SEEDS && !isCapture(pit)) {
                        takeSowingsBack(pit);
                    } else if (page.layer() < SEEDS && pit >= PITS && !isCapture(pit - 1)) {
                        takeCaptureBack(SEEDS - page.layer(), pit);
                    }
                }
            }
            return Arrays.stream(times, 0, count).sorted().distinct().boxed().toList();
        }

        /** Turns the board, so that the side that has moved comes first. */
        private void turn() {
            for (int pit = 0; pit < PITS; pit++) {
                int seeds = board[pit];
                board[pit] = board[PITS + pit];
                board[PITS + pit] = seeds;
            }
        }

        /** Puts back what is missing, which was captured from a pit and those that follow, in all ways. */
        private void takeCaptureBack(int missing, int pit) {
            if (missing == 0) {
                takeSowingsBack(pit - 1);
            } else if (pit < 2 * PITS && board[pit] == 0) {
                for (int seeds = 2; seeds <= Math.min(Sowing.MOST_CAPTURED, missing); seeds++) {
                    board[pit] = seeds;
                    takeCaptureBack(missing - seeds, pit + 1);
                }
                board[pit] = 0;
            }
        }

        /** Returns whether a sowing that ends in a pit captures its seeds. */
        private boolean isCapture(int pit) {
            return pit >= PITS && (board[pit] == 2 || board[pit] == 3);
        }

        /** Takes back the sowings that end in a pit. */
        private void takeSowingsBack(int last) {
            for (int pit = 0; pit < PITS; pit++) {
                if (board[pit] == 0 && pit != last) {
                    takeSowingsBack(pit, last);
                }
            }
        }

        private void takeSowingsBack(int pit, int last) {
            int cells = 2 * PITS - 1;
            for (int sown = Math.floorMod(last - pit, 2 * PITS); ; sown += cells) {
                System.arraycopy(board, 0, before, 0, before.length);
                for (int i = 1; i <= cells; i++) {
                    int cell = (pit + i) % (2 * PITS);
                    before[cell] -= sown / cells + (i <= sown % cells ? 1 : 0);
                    if (before[cell] < 0) {
                        return;
                    }
                }
                before[pit] = sown;
                if (!Inputs.isStored(before)) {
                    add(before);
                }
            }
        }
    }
}
