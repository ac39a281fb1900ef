package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.builder.rows.Crossing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredecessorTableTest {
    @ParameterizedTest
    @CsvSource({"2, 40", "3, 16", "6, 9"})
    void thePredecessorsAreTheMovesTurnedRound(int pits, int maxSeeds) {
        SideOrder order = new SideOrder(pits);
        List<String> expected = new ArrayList<>();
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            MoveTable table = new MoveTable(order, seeds);
            for (int side = 0; side < order.size(seeds); side++) {
                for (int i = table.firstMove[side]; i < table.firstMove[side + 1]; i++) {
                    int crossing = MoveTable.crossing(table.moves[i]);
                    expected.add(line(seeds, side, crossing, MoveTable.sideLeft(table.moves[i])));
                }
            }
        }
        List<String> held = new ArrayList<>();
        for (int left = 0; left <= maxSeeds; left++) {
            PredecessorTable table = new PredecessorTable(order, left, maxSeeds);
            assertEquals(order.size(left) + 1, table.first.length);
            for (int side = 0; side < order.size(left); side++) {
                for (int i = table.first[side]; i < table.first[side + 1]; i++) {
                    int crossing = MoveTable.crossing(table.predecessors[i]);
                    int before = MoveTable.sideLeft(table.predecessors[i]);
                    held.add(line(left + Crossing.seeds(crossing), before, crossing, side));
                }
            }
        }
        Collections.sort(expected);
        Collections.sort(held);
        assertEquals(expected, held);
    }

    private static String line(int seeds, int side, int crossing, int left) {
        return seeds + " seeds, side " + side + " leaves side " + left + " with crossing " + crossing;
    }
}
