package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.PositionIterator;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moves on packed boards against the rules of the reader. */
final class MoveStackTest {
    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void allMovesOfSmallLayersAreThoseOfTheRules(RuleSet rules) {
        for (int pits = Awari.MIN_PITS; pits <= Awari.MAX_PITS; pits++) {
            Awari game = new Awari(pits, rules);
            MoveStack moves = new MoveStack(game, 2);
            int[] board = new int[2 * pits];
            for (int layer = 0; game.size(layer) <= 3000; layer++) {
                for (PositionIterator all = game.iterate(layer, 0); all.next(board); ) {
                    assertSameMoves(game, moves, board);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void movesOfLargeBoardsAreThoseOfTheRules(RuleSet rules) {
        Random random = TestRandom.create();
        for (int pits = Awari.MIN_PITS; pits <= Awari.MAX_PITS; pits++) {
            Awari game = new Awari(pits, rules);
            MoveStack moves = new MoveStack(game, 2);
            for (int i = 0; i < 2000; i++) {
                int[] board = new int[2 * pits];
                int most = Math.min(MoveStack.MAX_SEEDS, game.topLayer());
                for (int seeds = random.nextInt(most + 1); seeds > 0; seeds--) {
                    // Every other board has its seeds in few pits.
                    board[random.nextInt(i % 2 == 0 ? board.length : 3)]++;
                }
                assertSameMoves(game, moves, board);
            }
        }
    }

    @Test
    void filledPitsAreThoseWithSeeds() {
        Random random = TestRandom.create();
        for (int i = 0; i < 10_000; i++) {
            long side = 0;
            int filled = 0;
            for (int pit = 0; pit < Awari.MAX_PITS; pit++) {
                // Often none, one or as many as there may be.
                int seeds =
                        new int[] {0, 1, MoveStack.MAX_SEEDS, random.nextInt(MoveStack.MAX_SEEDS)}[random.nextInt(4)];
                side |= (long) seeds << 8 * pit;
                filled += seeds > 0 ? 1 : 0;
            }
            assertEquals(filled, MoveStack.filledPits(side), Long.toHexString(side));
        }
    }

    private static void assertSameMoves(Awari game, MoveStack moves, int[] board) {
        List<String> expected = new ArrayList<>();
        game.moves(board, (pit, captured, to) -> expected.add(pit + " " + captured + " " + Arrays.toString(to)));
        List<String> found = new ArrayList<>();
        long own = moves.packOwn(board);
        long opponent = moves.packOpponent(board);
        int count = moves.generate(own, opponent, 1);
        int[] to = new int[board.length];
        for (int slot = MoveStack.FRAME; slot < MoveStack.FRAME + count; slot++) {
            found.add(describe(moves, own, opponent, moves.move[slot], to));
        }
        assertEquals(expected, found, () -> game.identity() + " " + Arrays.toString(board));
        assertEquals(
                expected.isEmpty(),
                moves.isOver(own, opponent, 0),
                () -> game.identity() + " " + Arrays.toString(board));
        expected.removeIf(move -> move.contains(" 0 ["));
        found.clear();
        int captures = moves.generateCaptures(own, opponent, 1);
        for (int slot = MoveStack.FRAME; slot < MoveStack.FRAME + captures; slot++) {
            found.add(describe(moves, own, opponent, moves.move[slot], to));
        }
        assertEquals(expected, found, () -> "captures of " + game.identity() + " " + Arrays.toString(board));
        assertEquals(Arrays.stream(board).limit(game.pits()).sum(), MoveStack.seeds(moves.packOwn(board)));
    }

    private static String describe(MoveStack moves, long own, long opponent, int move, int[] to) {
        moves.unpack(moves.nextOwn(opponent, move), moves.nextOpponent(own, move), to);
        return MoveStack.pit(move) + " " + MoveStack.captured(move) + " " + Arrays.toString(to);
    }
}
