package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.rows.Crossing;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShiftTableTest {
    private static final int NOWHERE = -1;

    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 9",
        "6, STRICT, 9",
        "6, ABAPA, 9",
        "4, OLYMPIAD, 14",
        "4, ABAPA, 14",
        "2, STRICT, 40",
        "2, ABAPA, 40"
    })
    void everySideBecomesWhatItsSeedsMakeOfIt(int pits, RuleSet rules, int maxSeeds) {
        Awari awari = new Awari(pits, rules);
        SideOrder order = new SideOrder(pits);
        BitSet crossings = new MoveTable(order, 2 * pits + 3).crossings;
        CaptureResult result = new CaptureResult(awari, crossings.length());
        int[] side = new int[pits];
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            ShiftTable table = new ShiftTable(order, awari, seeds, crossings);
            for (int crossing : crossings.stream().skip(1).toArray()) {
                int[] expected = new int[order.size(seeds)];
                Arrays.fill(expected, NOWHERE);
                IntStream.Builder starved = IntStream.builder();
                for (int index = 0; index < expected.length; index++) {
                    order.side(seeds, index, side, 0);
                    result.receive(side, 0, crossing);
                    if (result.starved) {
                        starved.add(index);
                    } else if (result.captured == 0) {
                        expected[index] = order.workIndex(result.board, pits);
                        assertEquals(index, table.predecessor[crossing][expected[index]]);
                    } else {
                        int left = seeds + Crossing.seeds(crossing) - result.captured;
                        expected[index] = ~(order.fewer(left) + order.fileIndex(result.board, pits));
                    }
                }
                assertArrayEquals(expected, table.successor[crossing]);
                assertArrayEquals(starved.build().toArray(), table.starved[crossing]);
                long without = Arrays.stream(table.predecessor[crossing])
                        .filter(before -> before < 0)
                        .count();
                long with =
                        Arrays.stream(expected).filter(target -> target >= 0).count();
                assertEquals(table.predecessor[crossing].length, with + without);
            }
        }
    }
}
