package granary.builder.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.game.PositionIterator;
import granary.rank.Colex;
import granary.testing.AwariBoards;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The effect of a sowing on the opponent's side does not depend on the rest of the board. */
class SowingEffectTest {
    static Stream<Arguments> boards() {
        return AwariBoards.of("6, 7", "5, 8", "4, 11", "3, 15", "2, 30", "7, 6", "8, 6");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void everyPositionHasTheMovesOfTheRules(int pits, RuleSet rules, int maxSeeds) {
        SowingEffects effects = new SowingEffects(new Awari(pits, rules));
        int[] board = new int[2 * pits];
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            PositionIterator boards = effects.awari().iterate(seeds, 0);
            while (boards.next(board)) {
                assertEquals(played(effects.awari(), board), arrived(effects, board), () -> Arrays.toString(board));
            }
        }
    }

    private static List<String> played(Awari awari, int[] board) {
        List<String> moves = new ArrayList<>();
        awari.moves(board, (pit, captured, successor) -> {
            if (Sowing.moversSeeds(successor) > 0) {
                moves.add(captured + " captured: " + Arrays.toString(successor));
            }
        });
        Collections.sort(moves);
        return moves;
    }

    private static List<String> arrived(SowingEffects effects, int[] board) {
        int pits = board.length / 2;
        Colex side = effects.side();
        int[] opponent = Arrays.copyOfRange(board, pits, 2 * pits);
        int place = (int) side.rank(opponent);
        List<String> moves = new ArrayList<>();
        for (int pit = 0; pit < pits; pit++) {
            if (board[pit] > 0) {
                int[] sown = new int[2 * pits];
                SowingEffect effect = effects.sow(Arrays.copyOf(board, pits), pit, Sowing.opponentsSeeds(board), sown);
                for (int captured = 0; captured <= effect.mostCaptured(); captured++) {
                    int found = Arrays.binarySearch(effect.sides(captured), place);
                    if (found >= 0) {
                        int[] after = new int[pits];
                        side.unrank(effect.seeds - captured, effect.places(captured)[found], after);
                        int[] successor = Arrays.copyOf(after, 2 * pits);
                        System.arraycopy(sown, 0, successor, pits, pits);
                        moves.add(captured + " captured: " + Arrays.toString(successor));
                    }
                }
            }
        }
        Collections.sort(moves);
        return moves;
    }
}
