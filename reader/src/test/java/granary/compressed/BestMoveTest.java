package granary.compressed;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BestMoveTest {
    private static final int LAYER = 7;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLayerThatIsMissingPrevailsOverOneThatIsDamaged(boolean ownIsMissing) {
        Awari game = new Awari(3, RuleSet.ABAPA);
        BestMove bestMove = new BestMove(game);
        int[] board = new int[game.cells()];
        int compared = 0;
        for (long rank = 0; rank < game.size(LAYER); rank++) {
            game.unrank(LAYER, rank, board);
            TreeSet<Integer> layers = new TreeSet<>();
            game.moves(board.clone(), (move, captured, successor) -> layers.add(game.layer(successor)));
            if (layers.size() > 1 && layers.contains(LAYER)) {
                assertThrows(
                        MissingLayerException.class,
                        () -> bestMove.score(board, LAYER, (layer, next) -> {
                            if (layer == LAYER == ownIsMissing) {
                                throw new MissingLayerException("db", "", layer, layers, "not built");
                            }
                            throw new DamagedFileException("layer", 0, "a page", "another", "damaged");
                        }),
                        () -> Arrays.toString(board));
                compared++;
            }
        }
        assertTrue(compared > 100, () -> "too few boards");
    }
}
