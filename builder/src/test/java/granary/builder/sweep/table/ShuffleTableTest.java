package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffleTableTest {
    private static final int NOWHERE = -1;

    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 9, 16", "6, OLYMPIAD, 9, 32", "6, OLYMPIAD, 9, 64",
        "6, ABAPA, 7, 16", "6, ABAPA, 7, 32", "6, ABAPA, 7, 64",
        "2, STRICT, 40, 16", "2, STRICT, 40, 32", "2, STRICT, 40, 64"
    })
    void shufflesOfAnyWidthTakeEachSideWhereItsSeedsTakeIt(int pits, RuleSet rules, int maxSeeds, int width) {
        SideOrder order = new SideOrder(pits);
        MoveTable moves = new MoveTable(order, 2 * pits + 3);
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            CrossingTable[] tables = CrossingTable.all(order, new Awari(pits, rules), seeds, moves.crossings);
            ShuffleTable shuffles = new ShuffleTable(order.size(seeds), tables, moves.crossings, width);
            for (int crossing : moves.crossings.stream().skip(1).toArray()) {
                int[] expected = Arrays.stream(tables[crossing].successor)
                        .map(side -> Math.max(side, NOWHERE))
                        .toArray();
                assertArrayEquals(expected, successors(shuffles, order.size(seeds), crossing, width));
            }
        }
    }

    /** Reads off the shuffles what becomes of each side. */
    private static int[] successors(ShuffleTable table, int sides, int crossing, int width) {
        int[] successors = new int[sides];
        Arrays.fill(successors, NOWHERE);
        for (int strip = 0; strip < Tiles.count(sides); strip++) {
            for (int shuffle = table.first(strip, crossing); shuffle < table.end(strip, crossing); shuffle++) {
                assertInLine(table.lane[shuffle], width);
                assertInLine(table.source[shuffle] % Tiles.WIDTH, width);
                int furthest = 0;
                for (int i = 0; i < width; i++) {
                    if (table.limit[shuffle * width + i] == Byte.MAX_VALUE) {
                        int side = strip * Tiles.WIDTH + table.lane[shuffle] + i;
                        assertEquals(NOWHERE, successors[side], "a side belongs to one shuffle");
                        int selected = table.selection[shuffle * width + i];
                        successors[side] = table.source[shuffle] + selected;
                        furthest = Math.max(furthest, selected);
                    } else {
                        assertEquals(Byte.MIN_VALUE, table.limit[shuffle * width + i]);
                    }
                }
                assertEquals(furthest / width, table.second[shuffle]);
                assertTrue(width == Tiles.WIDTH || table.second[shuffle] == 0);
            }
        }
        return successors;
    }

    private static void assertInLine(int lane, int width) {
        assertTrue(lane >= 0 && lane + width <= Tiles.WIDTH, () -> "lane " + lane);
    }
}
