package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.rows.Crossing;
import granary.game.PositionIterator;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureResultTest {
    /** Some sowing brings about every crossing: each side of the opponent meets all that a single full pit can do. */
    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 7, 26", "6, STRICT, 7, 26", "6, ABAPA, 7, 26",
        "3, OLYMPIAD, 9, 20", "3, STRICT, 9, 20", "3, ABAPA, 9, 20",
        "2, OLYMPIAD, 12, 20", "2, STRICT, 12, 20", "2, ABAPA, 12, 20"
    })
    void everySideAndCrossingEndAsTheRulesSay(int pits, RuleSet rules, int opponentSeeds, int sown) {
        Awari awari = new Awari(pits, rules);
        SideOrder order = new SideOrder(pits);
        CaptureResult result = new CaptureResult(awari, sown);
        int[] side = new int[pits];
        int[] board = new int[2 * pits];
        for (int seeds = 0; seeds <= opponentSeeds; seeds++) {
            PositionIterator sides = order.iterate(seeds, 0);
            while (sides.next(side)) {
                for (int pit = 0; pit < pits; pit++) {
                    for (int inPit = 1; inPit <= sown; inPit++) {
                        Arrays.fill(board, 0);
                        board[pit] = inPit;
                        System.arraycopy(side, 0, board, pits, pits);
                        result.receive(side, 0, crossing(pits, pit, inPit));
                        check(awari, board, result);
                    }
                }
            }
        }
    }

    /** Counts the seeds that cross over and finds the end, seed by seed. */
    private static int crossing(int pits, int pit, int inPit) {
        int crossed = 0;
        int at = pit;
        for (int left = inPit; left > 0; left--) {
            at = (at + 1) % (2 * pits);
            if (at == pit) {
                at++;
            }
            crossed += at >= pits ? 1 : 0;
        }
        return Crossing.of(crossed, at < pits);
    }

    /** A board with one filled pit on the mover's side has one move, if it is legal. */
    private static void check(Awari awari, int[] board, CaptureResult result) {
        int pits = awari.pits();
        int[] opponent = Arrays.copyOfRange(result.board, pits, 2 * pits);
        int[] moves = {0};
        awari.moves(board, (pit, captured, successor) -> {
            moves[0]++;
            assertEquals(captured, result.captured, () -> Arrays.toString(board));
            assertArrayEquals(Arrays.copyOf(successor, pits), opponent, () -> Arrays.toString(board));
        });
        boolean legal = !result.starved || awari.rules() == RuleSet.OLYMPIAD;
        assertEquals(legal ? 1 : 0, moves[0], () -> Arrays.toString(board));
    }
}
