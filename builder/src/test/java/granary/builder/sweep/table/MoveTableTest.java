package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoveTableTest {
    /** An opponent whose pits are so full that nothing is captured. */
    private static final int FULL = 4;

    @ParameterizedTest
    @CsvSource({"2, 40", "3, 24", "4, 20", "5, 17", "6, 15", "7, 10", "8, 9"})
    void everySideAndPitIsSownAsTheRulesSay(int pits, int maxSeeds) {
        Awari awari = new Awari(pits, RuleSet.OLYMPIAD);
        SideOrder order = new SideOrder(pits);
        for (int seeds = 0; seeds <= maxSeeds && seeds + pits * FULL <= awari.topLayer(); seeds++) {
            MoveTable table = new MoveTable(order, seeds);
            int[] board = new int[2 * pits];
            int[] side = new int[pits];
            BitSet crossings = new BitSet();
            PositionIterator sides = order.iterate(seeds, 0);
            for (int index = 0; sides.next(side); index++) {
                System.arraycopy(side, 0, board, 0, pits);
                Arrays.fill(board, pits, 2 * pits, FULL);
                int[] next = {table.firstMove[index]};
                awari.moves(board, (pit, captured, successor) -> {
                    int move = table.moves[next[0]++];
                    int crossed = Arrays.stream(successor, 0, pits).sum() - pits * FULL;
                    assertEquals(crossed, Crossing.seeds(MoveTable.crossing(move)));
                    assertEquals(
                            endsAtHome(side[pit], pit, pits), Crossing.endsAtHome(MoveTable.crossing(move)), "the end");
                    assertEquals(order.workIndex(successor, pits), MoveTable.sideLeft(move));
                    crossings.set(MoveTable.crossing(move));
                });
                assertEquals(next[0], table.firstMove[index + 1], () -> Arrays.toString(side));
            }
            assertEquals(crossings, table.crossings);
        }
    }

    /** A lap is one seed for each pit but the one that is sown. */
    private static boolean endsAtHome(int seeds, int pit, int pits) {
        int last = (seeds - 1) % (2 * pits - 1) + 1 + pit;
        return last < pits || last >= 2 * pits;
    }

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
