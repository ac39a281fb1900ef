package granary.games.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionsTest {
    @Test
    void aTableTooLargeForAnArrayIsRejected() {
        assertThrows(ArithmeticException.class, () -> new Partitions(1 << 20, 1 << 11, 1 << 20)); // one plane
        assertThrows(ArithmeticException.class, () -> new Partitions(1 << 15, 1, 1 << 16)); // many
        assertThrows(ArithmeticException.class, () -> new Partitions(1, Integer.MAX_VALUE, 0));
        assertThrows(ArithmeticException.class, () -> new Partitions(1, 1, Integer.MAX_VALUE));
    }

    @Test
    void ranksAreThePlacesInLexicographicOrder() {
        for (int parts = 1; parts <= 7; parts++) {
            for (int largest = 1; largest <= 7; largest++) {
                // Sums up to parts take the table without a bound on parts, larger ones that with it.
                for (int maxSum : new int[] {parts, parts * largest}) {
                    Partitions partitions = new Partitions(parts, largest, maxSum);
                    for (int sum = 0; sum <= maxSum; sum++) {
                        assertRanks(partitions, parts, sum, listed(parts, largest, sum));
                    }
                }
            }
        }
    }

    private static void assertRanks(Partitions partitions, int parts, int sum, List<int[]> expected) {
        assertEquals(expected.size(), partitions.size(sum));
        for (int rank = 0; rank < expected.size(); rank++) {
            int[] vector = new int[parts];
            partitions.unrank(sum, rank, vector);
            assertArrayEquals(expected.get(rank), vector);
            assertEquals(rank, partitions.rank(vector));
            assertEquals(sum, partitions.sum(vector));
        }
    }

    /** Lists the partitions in lexicographic order by trying all vectors. */
    private static List<int[]> listed(int parts, int largest, int sum) {
        List<int[]> all = new ArrayList<>();
        list(new int[parts], 0, largest, sum, all);
        return all;
    }

    private static void list(int[] vector, int at, int largest, int rest, List<int[]> all) {
        if (at == vector.length) {
            if (rest == 0) {
                all.add(vector.clone());
            }
            return;
        }
        for (int part = 0; part <= Math.min(largest, rest); part++) {
            vector[at] = part;
            list(vector, at + 1, part, rest - part, all);
        }
    }

    @Test
    void thereAreAsManyPartitionsAsKnown() {
        Partitions partitions = new Partitions(100, 100, 100);
        assertEquals(15_796_476, partitions.size(80));
        assertEquals(190_569_292, partitions.size(100));
    }

    @Test
    void vectorsThatAreNoPartitionsHaveNoSum() {
        Partitions partitions = new Partitions(3, 4, 8);
        for (int[] vector : List.of(
                new int[] {1, 2, 0},
                new int[] {5, 0, 0},
                new int[] {4, 4, 1},
                new int[] {1, 0, -1},
                new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE, 2},
                new int[] {1, 1},
                new int[] {1, 1, 0, 0})) {
            assertEquals(-1, partitions.sum(vector), () -> Arrays.toString(vector));
        }
        assertEquals(8, partitions.sum(new int[] {4, 4, 0}));
    }

    @Test
    void boundsThatLeaveNothingOrTooMuchAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Partitions(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Partitions(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Partitions(1, 1, -1));
        assertThrows(ArithmeticException.class, () -> new Partitions(500, 500, 500));
    }
}
