package granary.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.plain.Rules.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds against the game that is played: every line of play that can matter is followed, with all positions that came before, until a
 * player cannot move, or a position repeats and its seeds are divided in some way.
 */
class BoundsTest {
    /** A division of the seeds of a repeated board: the seeds that its mover gets less those that the opponent gets. */
    private interface Division {
        int ofMover(int[] board, boolean isFirst);
    }

    private static int ownRows(int... board) {
        return 2 * Rules.seedsOfMover(board) - Rules.seeds(board);
    }

    /** The gains of the mover from all fresh positions to some seeds, under one division. */
    private static final class Played {
        private final Rules rules;
        private final Division division;
        /** The gains by the mover (0 the first player), layer and rank. */
        private final List<List<int[]>> gains = List.of(new ArrayList<>(), new ArrayList<>());

        private boolean[][] seen;

        Played(Rules rules, int pits, int seeds, Division division) {
            this.rules = rules;
            this.division = division;
            for (int layer = 0; layer <= seeds; layer++) {
                List<int[]> boards = Boards.all(2 * pits, layer);
                for (int mover = 0; mover < 2; mover++) {
                    int[] ofLayer = new int[boards.size()];
                    seen = new boolean[2][boards.size()];
                    for (int i = 0; i < ofLayer.length; i++) {
                        ofLayer[i] = play(boards.get(i), mover, -layer, layer);
                    }
                    gains.get(mover).add(ofLayer);
                }
            }
        }

        /** Returns the mover's gain: exactly, if it is between two numbers. */
        private int play(int[] board, int mover, int low, int high) {
            int rank = (int) Boards.rank(board);
            if (seen[mover][rank]) {
                return division.ofMover(board, mover == 0);
            }
            seen[mover][rank] = true;
            List<Move> moves = rules.moves(board);
            int best = moves.isEmpty() ? rules.scoreWithoutMove(board) : -Rules.seeds(board);
            for (Move move : moves) {
                if (move.captured() > 0) { // nothing that came before can repeat
                    best = Math.max(best, move.captured() - gain(1 - mover, move.board()));
                }
            }
            for (Move move : moves) {
                if (move.captured() == 0 && best < high) {
                    best = Math.max(best, -play(move.board(), 1 - mover, -high, -Math.max(best, low)));
                }
            }
            seen[mover][rank] = false;
            return best;
        }

        /** Returns the gain of the mover of the last board of a line without captures, which has the seeds of the top layer. */
        int gainAfter(int[]... line) {
            int mover = line.length % 2;
            for (int i = 0; i < line.length - 1; i++) {
                seen[(mover + line.length - 1 - i) % 2][(int) Boards.rank(line[i])] = true;
            }
            int[] last = line[line.length - 1];
            return play(last, mover, -Rules.seeds(last), Rules.seeds(last));
        }

        int gain(int mover, int... board) {
            return gains.get(mover).get(Rules.seeds(board))[(int) Boards.rank(board)];
        }
    }

    @ParameterizedTest
    @CsvSource({"OLYMPIAD, 2, 8", "STRICT, 2, 8", "ABAPA, 2, 8", "OLYMPIAD, 3, 5", "STRICT, 3, 5", "ABAPA, 3, 5"})
    void everyDivisionOfEndlessPlayIsWithinTheBounds(Rules rules, int pits, int seeds) {
        Bounds bounds = new Bounds(rules, pits, seeds);
        Scores scores = new Scores(rules, pits, seeds);
        Played own = new Played(rules, pits, seeds, (board, isFirst) -> ownRows(board));
        Played shared = new Played(rules, pits, seeds, (board, isFirst) -> 0);
        Played first = new Played(rules, pits, seeds, (board, isFirst) -> (isFirst ? 1 : -1) * Rules.seeds(board));
        List<Played> others = new ArrayList<>(List.of(own));
        others.add(new Played(rules, pits, seeds, (board, isFirst) -> Rules.seeds(board)));
        others.add(new Played(rules, pits, seeds, (board, isFirst) -> -ownRows(board)));
        Random random = new Random(pits); // another division each time, whatever is on the board
        others.add(new Played(rules, pits, seeds, (board, isFirst) -> {
            int all = Rules.seeds(board);
            return 2 * random.nextInt(all + 1) - all;
        }));
        int notTheScore = 0;
        for (int layer = 0; layer <= seeds; layer++) {
            for (int[] board : Boards.all(2 * pits, layer)) {
                int lower = 2 * bounds.least(board) - layer;
                int upper = 2 * bounds.most(board) - layer;
                assertEquals(upper, first.gain(0, board));
                assertEquals(lower, first.gain(1, board));
                assertEquals(scores.score(board), shared.gain(0, board));
                assertTrue(lower <= scores.score(board) && scores.score(board) <= upper);
                for (Played other : others) {
                    for (int mover = 0; mover < 2; mover++) {
                        int gain = other.gain(mover, board);
                        assertTrue(lower <= gain && gain <= upper, () -> rules + " " + List.of(lower, gain, upper));
                    }
                }
                notTheScore += own.gain(0, board) == scores.score(board) ? 0 : 1;
            }
        }
        assertTrue(notTheScore > 0, "the bounds say what the score does not");
    }

    /** The example of docs/rules.md. */
    @Test
    void historyBetweenCapturesMayLeadOutOfTheBounds() {
        Bounds bounds = new Bounds(Rules.ABAPA, 2, 3);
        assertEquals(0, bounds.least(2, 0, 1, 0));
        assertEquals(1, bounds.most(2, 0, 1, 0));
        Played own = new Played(Rules.ABAPA, 2, 3, (board, isFirst) -> ownRows(board));
        assertEquals(-1, own.gain(0, 2, 0, 1, 0));
        assertEquals(3, own.gainAfter(new int[] {1, 2, 0, 0}, new int[] {1, 1, 1, 0}, new int[] {2, 0, 1, 0}));
    }
}
