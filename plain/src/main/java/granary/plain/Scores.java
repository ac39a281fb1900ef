package granary.plain;

import granary.plain.Rules.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The scores of all boards to some number of seeds by the definition: what the mover gains in a game that is broken off after d
 * moves with nothing for either side, for d = 0, 1, 2, ... until it no longer depends on d.
 */
public final class Scores {
    final Rules rules;
    final int pits;
    private final List<int[]> layers = new ArrayList<>();

    /** Finds all scores, for some pits on a side and to some seeds: some seconds for a million boards. */
    public Scores(Rules rules, int pits, int seeds) {
        this.rules = rules;
        this.pits = pits;
        for (int layer = 0; layer <= seeds; layer++) {
            solve(layer);
        }
    }

    /** The seeds that a move captures, and the layer and rank of the score after it: none depends on d. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Next(int captured, int[] scores, int rank) {}

    private Next next(Move move) {
        return new Next(move.captured(), layer(Rules.seeds(move.board())), (int) Boards.rank(move.board()));
    }

    private void solve(int seeds) {
        List<int[]> boards = Boards.all(2 * pits, seeds);
        int[] scores = new int[boards.size()];
        layers.add(scores);
        List<List<Next>> moves = boards.stream()
                .map(board -> rules.moves(board).stream().map(this::next).toList())
                .toList();
        int[] deeper = new int[scores.length];
        do {
            System.arraycopy(deeper, 0, scores, 0, scores.length);
            for (int i = 0; i < deeper.length; i++) {
                deeper[i] = moves.get(i).isEmpty() ? rules.scoreWithoutMove(boards.get(i)) : Integer.MIN_VALUE;
                for (Next move : moves.get(i)) {
                    deeper[i] = Math.max(deeper[i], move.captured - move.scores[move.rank]);
                }
            }
        } while (!Arrays.equals(scores, deeper));
    }

    /** Returns the score of a move: the seeds captured less what the opponent gains after it. */
    public int score(Move move) {
        return move.captured() - score(move.board());
    }

    /** Returns the score of a board. */
    public int score(int... board) {
        return layers.get(Rules.seeds(board))[(int) Boards.rank(board)];
    }

    /** Returns the scores of all boards with some seeds in their order; they must not be changed. */
    public int[] layer(int seeds) {
        return layers.get(seeds);
    }

    /** Returns the most seeds. */
    public int seeds() {
        return layers.size() - 1;
    }
}
