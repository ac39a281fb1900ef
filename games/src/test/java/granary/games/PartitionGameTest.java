package granary.games;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.games.chain.Chain;
import granary.games.chomp.Chomp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionGameTest {
    @Test
    void ranksAreThePlacesInLexicographicOrder() {
        assertRanks(new Chain(true), Chain.MAX_CHIPS, 12);
        for (int rows = 1; rows <= 7; rows++) {
            for (int columns = 1; columns <= 7; columns++) {
                assertRanks(new Chomp(rows, columns), columns, rows * columns);
            }
        }
    }

    private static void assertRanks(PartitionGame game, int largest, int layers) {
        for (int layer = 0; layer <= layers; layer++) {
            List<int[]> expected = new ArrayList<>();
            list(new int[game.cells()], 0, largest, layer, expected);
            assertEquals(expected.size(), game.size(layer));
            for (int rank = 0; rank < expected.size(); rank++) {
                int[] vector = new int[game.cells()];
                game.unrank(layer, rank, vector);
                assertArrayEquals(expected.get(rank), vector);
                assertEquals(rank, game.rank(vector));
                assertEquals(layer, game.layer(vector));
            }
        }
    }

    /** Lists the partitions in lexicographic order by trying all vectors. */
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
        assertEquals(15_796_476, new Chain(true).size(80));
        assertEquals(190_569_292, new Chain(true).size(100));
    }

    @Test
    void vectorsThatAreNoPartitionsAreRefused() {
        Chomp game = new Chomp(3, 4);
        for (int[] vector : List.of(
                new int[] {1, 2, 0},
                new int[] {5, 0, 0},
                new int[] {1, 0, -1},
                new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE, 2},
                new int[] {1, 1},
                new int[] {1, 1, 0, 0})) {
            assertThrows(IllegalArgumentException.class, () -> game.layer(vector), () -> Arrays.toString(vector));
        }
        assertEquals(8, game.layer(new int[] {4, 4, 0}));
        assertThrows(IllegalArgumentException.class, () -> Chain.groups(60, 41));
    }
}
