package granary.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.plain.Header;
import granary.plain.LayerFile;
import granary.testing.ArrayStorage;
import granary.testing.TestRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackedTableTest {
    private static final Random RANDOM = TestRandom.create();
    private static final int SCORES = 200;

    static IntStream seeds() {
        return IntStream.rangeClosed(0, 64);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyScoreThatWasPackedIsReadBack(int seeds) {
        int[] ends = new int[SCORES];
        Arrays.setAll(ends, i -> i % 3 == 0 ? seeds : -seeds);
        for (int[] scores : new int[][] {randomScores(seeds), ends}) {
            LayerTable table = table(seeds, scores);
            assertEquals(SCORES, table.positions());
            for (int rank = 0; rank < SCORES; rank++) {
                assertEquals(scores[rank], table.value(rank), "rank " + rank);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void runsThatBeginAndEndAnywhereInAGroupAreCopiedOut(int seeds) {
        int[] scores = randomScores(seeds);
        LayerTable table = table(seeds, scores);
        int end = Math.min(SCORES, 3 * Packing.of(-seeds, seeds).digits() + 1);
        for (int from = 0; from <= end; from++) {
            for (int to = from; to <= end; to++) {
                int[] target = new int[to - from + 5];
                int[] expected = new int[to - from + 5];
                System.arraycopy(scores, from, expected, 3, to - from);
                table.values(from, to - from, target, 3);
                assertArrayEquals(expected, target, from + " to " + to);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 97, 255, 256, 257, 300, 999, 4096, 32_768, 65_535, 65_536})
    void scoresOfAnyRangeAreReadInAllThreeWays(int radix) {
        for (int minimum : new int[] {0, -radix / 2, 1 - radix, 1_000_000}) {
            int maximum = minimum + radix - 1;
            int[] scores = RANDOM.ints(SCORES, minimum, maximum + 1).toArray();
            scores[7] = minimum;
            scores[8] = maximum;
            LayerTable table = table(minimum, maximum, scores);
            int[] copied = new int[SCORES];
            table.values(0, SCORES, copied, 0);
            assertArrayEquals(scores, copied);
            long[] ranks = LongStream.range(0, SCORES).toArray();
            table.values(ranks, 0, SCORES, new long[SCORES], new long[SCORES], copied, 0);
            assertArrayEquals(scores, copied);
            for (int rank = 0; rank < SCORES; rank++) {
                assertEquals(scores[rank], table.value(rank));
            }
        }
    }

    @Test
    void ranksOutsideTheLayerAreRejected() {
        LayerTable table = table(4, new int[SCORES]);
        int[] target = new int[SCORES];
        assertThrows(IndexOutOfBoundsException.class, () -> table.value(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> table.value(SCORES));
        assertThrows(IndexOutOfBoundsException.class, () -> table.values(1, SCORES, target, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> table.values(-1, 1, target, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> table.values(0, 2, target, SCORES - 1));
    }

    private static LayerTable table(int seeds, int[] scores) {
        return table(-seeds, seeds, scores);
    }

    private static LayerTable table(int minimum, int maximum, int[] scores) {
        byte[] file = LayerFile.write(
                Header.of(Header.SCORES, "a game", 1, scores.length, minimum, maximum, Header.NOTHING), scores);
        byte[] page = Arrays.copyOf(file, LayerHeader.LENGTH);
        return new PackedTable(new ArrayStorage(file), LayerHeader.parse("layer", page, file.length), null);
    }

    private static int[] randomScores(int seeds) {
        return RANDOM.ints(SCORES, -seeds, seeds + 1).toArray();
    }
}
