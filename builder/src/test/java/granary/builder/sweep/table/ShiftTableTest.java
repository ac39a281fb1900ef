package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
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
    void everySideWithoutACaptureIsShuffledWhereItsSeedsTakeIt(int pits, RuleSet rules, int maxSeeds) {
        Awari awari = new Awari(pits, rules);
        SideOrder order = new SideOrder(pits);
        BitSet crossings = new MoveTable(order, 2 * pits + 3).crossings;
        CaptureResult result = new CaptureResult(awari, crossings.length());
        int[] side = new int[pits];
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            ShiftTable table = new ShiftTable(order, awari, seeds, crossings);
            assertEquals(crossings.length(), table.crossingCount);
            for (int crossing = Crossing.NONE + 1; crossing < table.crossingCount; crossing++) {
                int[] targets = targets(table, order.size(seeds), crossing);
                int[] expected = new int[targets.length];
                Arrays.fill(expected, NOWHERE);
                IntStream.Builder starved = IntStream.builder();
                for (int index = 0; index < expected.length && crossings.get(crossing); index++) {
                    order.side(seeds, index, side, 0);
                    result.receive(side, 0, crossing);
                    if (result.starved) {
                        starved.add(index);
                    } else if (result.captured == 0) {
                        expected[index] = order.workIndex(result.board, pits);
                        assertEquals(index, table.predecessor[crossing][expected[index]]);
                    }
                }
                assertArrayEquals(expected, targets);
                if (crossings.get(crossing)) {
                    assertArrayEquals(starved.build().toArray(), table.starved[crossing]);
                    long without = Arrays.stream(table.predecessor[crossing])
                            .filter(before -> before < 0)
                            .count();
                    long with = Arrays.stream(expected)
                            .filter(target -> target != NOWHERE)
                            .count();
                    assertEquals(table.predecessor[crossing].length, with + without);
                }
            }
        }
    }

    /** Reads off the shuffles where each side comes to lie. */
    private static int[] targets(ShiftTable table, int size, int crossing) {
        int[] targets = new int[size];
        Arrays.fill(targets, NOWHERE);
        for (int strip = 0; strip < Tiles.count(size); strip++) {
            int row = strip * table.crossingCount + crossing;
            for (int shuffle = table.firstShuffle[row]; shuffle < table.firstShuffle[row + 1]; shuffle++) {
                int furthest = 0;
                for (long lanes = table.lanes[shuffle]; lanes != 0; lanes &= lanes - 1) {
                    int lane = Long.numberOfTrailingZeros(lanes);
                    int source = table.selection[shuffle * Tiles.WIDTH + lane];
                    int index = strip * Tiles.WIDTH + lane;
                    assertEquals(NOWHERE, targets[index], "a side belongs to one shuffle");
                    targets[index] = table.targetStrip[shuffle] * Tiles.WIDTH + source;
                    furthest = Math.max(furthest, source);
                }
                assertEquals(furthest / Tiles.WIDTH, table.spansTwo[shuffle]);
            }
        }
        return targets;
    }
}
