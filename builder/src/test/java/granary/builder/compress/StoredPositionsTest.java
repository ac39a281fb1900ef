package granary.builder.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.compressed.BlockWalk;
import granary.game.PositionIterator;
import granary.plain.Inputs;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the walk through a layer with the rules as they are written down, worked out on whole boards. */
class StoredPositionsTest {
    @ParameterizedTest
    @CsvSource({"2, 20", "3, 14", "4, 9", "5, 7", "6, 7", "7, 5", "8, 5"})
    void theWalkStoresWhatIsReachableAndNotDerived(int pits, int layer) {
        Awari game = new Awari(pits, RuleSet.STRICT);
        BlockWalk walk = new BlockWalk(game, layer);
        PositionIterator boards = game.iterate(layer, 0);
        int[] board = new int[game.cells()];
        for (long rank = 0; boards.next(board); rank++) {
            if (rank % BlockWalk.HALF == 0) {
                walk.start(rank / BlockWalk.HALF);
            } else {
                walk.next();
            }
            assertEquals(Inputs.isStored(board), walk.isStored(), Arrays.toString(board));
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 12, olympiad", "6, 5, abapa", "6, 5, strict", "2, 20, olympiad"})
    void everyMoveLeadsToAReachablePosition(int pits, int layer, String rules) {
        Awari game = new Awari(pits, RuleSet.valueOf(rules.toUpperCase(java.util.Locale.ROOT)));
        int[] board = new int[game.cells()];
        PositionIterator boards = game.iterate(layer, 0);
        while (boards.next(board)) {
            game.moves(board, (move, captured, successor) -> assertTrue(isReachable(successor)));
        }
    }

    /** Derivation ends because the opponent's row decreases with every move of a position that is derived. */
    @ParameterizedTest
    @CsvSource({"3, 12", "6, 6"})
    void derivationDescends(int pits, int layer) {
        Awari game = new Awari(pits, RuleSet.OLYMPIAD);
        int[] board = new int[game.cells()];
        PositionIterator boards = game.iterate(layer, 0);
        while (boards.next(board)) {
            if (isReachable(board) && !Inputs.isStored(board)) {
                int[] row = Arrays.copyOfRange(board, pits, 2 * pits);
                game.moves(
                        board,
                        (move, captured, successor) ->
                                assertTrue(Arrays.compare(successor, pits, 2 * pits, row, 0, pits) < 0));
            }
        }
    }

    private static boolean isReachable(int[] board) {
        return Arrays.stream(board, board.length / 2, board.length).anyMatch(pit -> pit == 0);
    }
}
