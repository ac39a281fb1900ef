package granary.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lookup of a score that is not stored ends, after a number of other lookups. */
class InputsTest {
    private static final int MOST_SEEDS = 12;

    @ParameterizedTest
    @EnumSource
    void sidesGetLessFromTheSecondBoardOn(Rules rules) {
        for (int pits = 2; pits <= 3; pits++) {
            for (int seeds = 1; seeds <= MOST_SEEDS; seeds++) {
                for (int[] board : Boards.all(2 * pits, seeds)) {
                    if (!Inputs.isStored(board)) {
                        assertSidesGetLess(rules, board);
                    }
                }
            }
        }
    }

    private static void assertSidesGetLess(Rules rules, int... board) {
        int[] side = opponent(board);
        boolean isFirst = isFull(side);
        for (Rules.Move move : rules.moves(board)) {
            int[] left = opponent(move.board());
            assertFalse(isFull(left), () -> Arrays.toString(board));
            assertTrue(isFirst || Arrays.compare(left, side) < 0, () -> Arrays.toString(board));
        }
    }

    private static int[] opponent(int... board) {
        return Arrays.copyOfRange(board, board.length / 2, board.length);
    }

    private static boolean isFull(int... side) {
        return Arrays.stream(side).allMatch(seeds -> seeds > 0);
    }

    @Test
    void theFirstMoveMayLeaveMore() {
        int[] board = {2, 1, 0, 1, 1, 1};
        int[] after = {1, 1, 1, 2, 0, 1};
        assertTrue(Rules.STRICT.moves(board).stream().anyMatch(move -> Arrays.equals(move.board(), after)));
        assertFalse(Inputs.isStored(board));
        assertTrue(Arrays.compare(opponent(after), opponent(board)) > 0);
    }

    @ParameterizedTest
    @EnumSource
    void aScoreThatIsNotStoredTakesAsManyLookupsAsTheLimitsSay(Rules rules) {
        assertEquals(142, lookups(rules, 2, 3, 2, 2, 1, 1, 1, 1, 4, 3, 2, 1));
        assertEquals(228, lookups(rules, 2, 16, 3, 2, 1, 0, 1, 5, 4, 3, 2, 1));
    }

    private static int lookups(Rules rules, int... board) {
        return Inputs.isStored(board)
                ? 1
                : rules.moves(board).stream()
                        .mapToInt(move -> lookups(rules, move.board()))
                        .sum();
    }
}
