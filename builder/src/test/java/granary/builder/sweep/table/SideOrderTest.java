package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Sowing;
import granary.builder.InvalidRequestException;
import granary.game.PositionIterator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideOrderTest {
    @ParameterizedTest
    @CsvSource({"2, 30", "3, 20", "4, 14", "5, 12", "6, 12", "7, 9", "8, 8"})
    void theSidesInWorkOrderAreThoseWithTheLastPitFastest(int pits, int maxSeeds) {
        SideOrder order = new SideOrder(pits);
        int[] unranked = new int[pits];
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            int[] side = new int[pits];
            int[] before = null;
            PositionIterator sides = order.iterate(seeds);
            int count = 0;
            for (; sides.next(side); count++) {
                assertEquals(seeds, Arrays.stream(side).sum());
                assertTrue(
                        before == null || Arrays.compare(before, side) > 0, "from seeds in pit 0 to seeds in the last");
                before = side.clone();
                assertEquals(count, order.workIndex(side, 0));
                order.side(seeds, count, unranked, 0);
                assertArrayEquals(side, unranked);
            }
            assertEquals(order.size(seeds), count);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 30", "4, 14", "6, 12", "8, 8"})
    void theSidesInFileOrderAreThoseWithTheFirstPitFastest(int pits, int maxSeeds) {
        SideOrder order = new SideOrder(pits);
        int[] side = new int[pits];
        int[] mirrored = new int[pits];
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            int[] workIndexes = order.workIndexesInFileOrder(seeds);
            assertEquals(order.size(seeds), workIndexes.length);
            for (int fileIndex = 0; fileIndex < workIndexes.length; fileIndex++) {
                order.side(seeds, workIndexes[fileIndex], side, 0);
                assertEquals(fileIndex, order.fileIndex(side, 0));
                for (int pit = 0; pit < pits; pit++) {
                    mirrored[pit] = side[pits - 1 - pit];
                }
                assertEquals(fileIndex, order.workIndex(mirrored, 0));
            }
        }
    }

    @Test
    void aSideMayLieAnywhereInABoard() {
        SideOrder order = new SideOrder(3);
        int[] board = {9, 9, 2, 0, 1, 9};
        int[] side = {2, 0, 1};
        assertEquals(order.workIndex(side, 0), order.workIndex(board, 2));
        assertEquals(order.fileIndex(side, 0), order.fileIndex(board, 2));
        order.side(3, order.workIndex(side, 0), board, 1);
        assertArrayEquals(new int[] {9, 2, 0, 1, 1, 9}, board);
    }

    /** The sweeps rest on this: the side that such a sowing leaves was evaluated before in the same sweep. */
    @ParameterizedTest
    @CsvSource({"2, 30", "4, 14", "6, 12"})
    void aSowingThatStaysAtHomeLeadsFurtherOn(int pits, int maxSeeds) {
        SideOrder order = new SideOrder(pits);
        int[] side = new int[pits];
        for (int seeds = 1; seeds <= maxSeeds; seeds++) {
            PositionIterator sides = order.iterate(seeds);
            for (int index = 0; sides.next(side); index++) {
                for (int pit = 0; pit < pits; pit++) {
                    int[] board = Arrays.copyOf(side, 2 * pits);
                    if (board[pit] > 0 && Sowing.sow(board, pit) < pits && Sowing.opponentsSeeds(board) == 0) {
                        assertTrue(order.workIndex(board, 0) > index);
                    }
                }
            }
        }
    }

    @Test
    void sidesTooManyForTheTablesAreRefused() {
        SideOrder order = new SideOrder(8);
        assertTrue(order.size(32) < 1 << SideOrder.INDEX_BITS);
        String message = assertThrows(InvalidRequestException.class, () -> order.size(33))
                .getMessage();
        assertTrue(message.contains("8 pits and 33 seeds"), message);
    }
}
