package granary.plain;

import granary.plain.Rules.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distances to conversion by the definition: the boards of distance d are those from which the side that gains brings about a
 * capture or the end of the game in d moves and not sooner. Both sides play best moves only; the side that loses delays it.
 */
public final class Distances {
    private static final int UNKNOWN = -1;

    final Scores scores;
    private final List<int[]> layers = new ArrayList<>();

    /** Finds the distances of all boards with scores. */
    public Distances(Scores scores) {
        this.scores = scores;
        for (int layer = 0; layer <= scores.seeds(); layer++) {
            solve(layer);
        }
    }

    private void solve(int seeds) {
        List<int[]> boards = scores.boards(seeds);
        int[] distances = new int[boards.size()];
        layers.add(distances);
        for (int i = 0; i < distances.length; i++) {
            boolean isOver = scores.rules.moves(boards.get(i)).isEmpty();
            distances[i] = isOver || scores.score(boards.get(i)) == 0 ? 0 : UNKNOWN;
        }
        boolean found = true;
        for (int d = 1; found; d++) {
            int[] before = distances.clone();
            for (int i = 0; i < distances.length; i++) {
                if (before[i] == UNKNOWN && converts(boards.get(i), before)) {
                    distances[i] = d;
                }
            }
            found = !Arrays.equals(before, distances);
        }
        if (Arrays.stream(distances).anyMatch(distance -> distance == UNKNOWN)) {
            throw new IllegalStateException("a score that is not 0 and never leads to a conversion");
        }
    }

    private boolean converts(int[] board, int[] before) {
        int score = scores.score(board);
        List<Move> best = scores.rules.moves(board).stream()
                .filter(move -> scores.score(move) == score)
                .toList();
        return score > 0
                ? best.stream().anyMatch(move -> converts(move, before))
                : best.stream().allMatch(move -> converts(move, before));
    }

    private static boolean converts(Move move, int[] before) {
        return move.captured() > 0 || before[(int) Boards.rank(move.board())] != UNKNOWN;
    }

    /** Returns the distance of a board. */
    public int distance(int... board) {
        return layers.get(Rules.seeds(board))[(int) Boards.rank(board)];
    }

    /** Returns the distances of all boards with some seeds in their order; they must not be changed. */
    public int[] layer(int seeds) {
        return layers.get(seeds);
    }
}
