package granary.plain;

import granary.plain.Rules.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The seeds that each side can force from all boards to some number of seeds, by the definition: what a side has at the end, or has
 * captured when the game is broken off after d moves with nothing for this side, for d = 0, 1, 2, ... until it no longer depends on
 * d. Seeds that neither side can force are those of endless play: whatever it is worth, the mover gets no fewer than the one number,
 * and no more than all seeds but the other.
 */
public final class Bounds {
    final Rules rules;
    final int pits;
    /** The seeds that the mover can force. */
    private final List<int[]> ofMover = new ArrayList<>();
    /** The seeds that the opponent can force. */
    private final List<int[]> ofOpponent = new ArrayList<>();

    /** Finds the bounds of all boards, for some pits on a side and to some seeds. */
    public Bounds(Rules rules, int pits, int seeds) {
        this.rules = rules;
        this.pits = pits;
        for (int layer = 0; layer <= seeds; layer++) {
            solve(layer);
        }
    }

    /** The seeds that a move captures, and the layer and rank of the numbers after it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Next(int captured, int[] ofMover, int[] ofOpponent, int rank) {}

    private Next next(Move move) {
        int layer = Rules.seeds(move.board());
        return new Next(move.captured(), ofMover.get(layer), ofOpponent.get(layer), (int) Boards.rank(move.board()));
    }

    private void solve(int seeds) {
        List<int[]> boards = Boards.all(2 * pits, seeds);
        int[] mover = new int[boards.size()];
        int[] opponent = new int[boards.size()];
        ofMover.add(mover);
        ofOpponent.add(opponent);
        List<List<Next>> moves = boards.stream()
                .map(board -> rules.moves(board).stream().map(this::next).toList())
                .toList();
        int[] deeperMover = mover.clone();
        int[] deeperOpponent = opponent.clone();
        do {
            System.arraycopy(deeperMover, 0, mover, 0, mover.length);
            System.arraycopy(deeperOpponent, 0, opponent, 0, opponent.length);
            for (int i = 0; i < mover.length; i++) {
                boolean isEnd = moves.get(i).isEmpty();
                deeperMover[i] = isEnd ? (seeds + rules.scoreWithoutMove(boards.get(i))) / 2 : 0;
                deeperOpponent[i] = seeds - (isEnd ? deeperMover[i] : 0);
                for (Next move : moves.get(i)) {
                    // After the move the sides have changed.
                    deeperMover[i] = Math.max(deeperMover[i], move.captured + move.ofOpponent[move.rank]);
                    deeperOpponent[i] = Math.min(deeperOpponent[i], move.ofMover[move.rank]);
                }
            }
        } while (!Arrays.equals(mover, deeperMover) || !Arrays.equals(opponent, deeperOpponent));
    }

    /** Returns the seeds that the mover gets at least. */
    public int least(int... board) {
        return ofMover.get(Rules.seeds(board))[(int) Boards.rank(board)];
    }

    /** Returns the seeds that the mover gets at most. */
    public int most(int... board) {
        return Rules.seeds(board) - ofOpponent.get(Rules.seeds(board))[(int) Boards.rank(board)];
    }

    /** Returns the pairs of all boards with some seeds in their order, as files hold them: see {@link #pair}. */
    public int[] layer(int seeds) {
        int[] pairs = new int[ofMover.get(seeds).length];
        Arrays.setAll(pairs, i -> pair(ofMover.get(seeds)[i], ofOpponent.get(seeds)[i]));
        return pairs;
    }

    /** Returns the number of a pair: pairs are counted by ascending sums, those of a sum by what the mover can force. */
    public static int pair(int mover, int opponent) {
        return pairs(mover + opponent - 1) + mover;
    }

    /** Returns the number of pairs whose sum is at most a number of seeds. */
    public static int pairs(int seeds) {
        return (seeds + 1) * (seeds + 2) / 2;
    }
}
