package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoveTableTest {
    @ParameterizedTest
    @CsvSource({"3, 30", "4, 12", "6, 9"})
    void theRunsOfATileHoldTheMovesOfItsSidesByCrossing(int pits, int seeds) {
        MoveTable table = new MoveTable(new SideOrder(pits), seeds);
        int sides = table.firstMove.length - 1;
        assertEquals(Tiles.count(sides), table.firstRun.length - 1);
        for (int tile = 0; tile < Tiles.count(sides); tile++) {
            int first = tile * Tiles.WIDTH;
            int end = Math.min(sides, first + Tiles.WIDTH);
            long[] expected = new long[table.firstMove[end] - table.firstMove[first]];
            long[] held = new long[expected.length];
            int count = 0;
            for (int side = first; side < end; side++) {
                for (int i = table.firstMove[side]; i < table.firstMove[side + 1]; i++) {
                    expected[count++] =
                            key(side - first, MoveTable.crossing(table.moves[i]), MoveTable.sideLeft(table.moves[i]));
                }
            }
            count = 0;
            int before = -1;
            for (int run = table.firstRun[tile]; run < table.firstRun[tile + 1]; run++) {
                assertTrue(table.runCrossing[run] > before, "one run for each crossing");
                before = table.runCrossing[run];
                for (int i = table.runStart[run]; i < table.runStart[run + 1]; i++) {
                    held[count++] = key(
                            MoveTable.lineInTile(table.sowings[i]),
                            table.runCrossing[run],
                            MoveTable.sideLeft(table.sowings[i]));
                }
            }
            Arrays.sort(expected);
            Arrays.sort(held);
            assertArrayEquals(expected, held);
        }
    }

    private static long key(int line, int crossing, int sideLeft) {
        return ((long) line * 256 + crossing) << SideOrder.INDEX_BITS | sideLeft;
    }
}
