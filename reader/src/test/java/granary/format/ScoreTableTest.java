package granary.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.testing.ArrayStorage;
import granary.testing.PlainLayerFile;
import granary.testing.TestRandom;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScoreTableTest {
    private static final int SCORES = 200;

    static IntStream seeds() {
        return IntStream.rangeClosed(0, 64);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyScoreThatWasPackedIsReadBack(int seeds) {
        Random random = TestRandom.create();
        int[] ends = new int[SCORES];
        Arrays.setAll(ends, i -> i % 3 == 0 ? seeds : -seeds);
        for (int[] scores : new int[][] {randomScores(random, seeds), ends}) {
            ScoreTable table = table(seeds, scores);
            assertEquals(SCORES, table.positions());
            for (int offset = 0; offset < SCORES; offset++) {
                assertEquals(scores[offset], table.score(offset), "offset " + offset);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyRunOfScoresIsCopiedOut(int seeds) {
        Random random = TestRandom.create();
        int[] scores = randomScores(random, seeds);
        ScoreTable table = table(seeds, scores);
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(SCORES + 1);
            int count = random.nextInt(SCORES - from + 1);
            int[] target = new int[count + 5];
            int[] expected = new int[count + 5];
            System.arraycopy(scores, from, expected, 3, count);
            table.scores(from, count, target, 3);
            assertArrayEquals(expected, target, from + ", " + count);
        }
    }

    @Test
    void offsetsOutsideTheLayerAreRejected() {
        ScoreTable table = table(4, new int[SCORES]);
        int[] target = new int[SCORES];
        assertThrows(IndexOutOfBoundsException.class, () -> table.score(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> table.score(SCORES));
        assertThrows(IndexOutOfBoundsException.class, () -> table.scores(1, SCORES, target, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> table.scores(-1, 1, target, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> table.scores(0, 2, target, SCORES - 1));
    }

    private static ScoreTable table(int seeds, int[] scores) {
        byte[] file = PlainLayerFile.bytes("a game", seeds, -seeds, seeds, scores);
        byte[] page = Arrays.copyOf(file, LayerHeader.LENGTH);
        return new ScoreTable(new ArrayStorage(file), LayerHeader.parse(Path.of("layer"), page, file.length));
    }

    private static int[] randomScores(Random random, int seeds) {
        return random.ints(SCORES, -seeds, seeds + 1).toArray();
    }
}
