package granary.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The distances to conversion by the definition: the boards of distance d are those from which the side that gains brings about a
 * capture or the end of the game in d moves and not sooner. Both sides play best moves only; the side that loses delays it.
 */
public final class Distances {
    /** No distance yet; after a capture, no rank. */
    private static final int NONE = -1;

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
        int[] values = scores.layer(seeds);
        int[] distances = new int[values.length];
        layers.add(distances);
        List<int[]> best =
                Boards.all(2 * scores.pits, seeds).stream().map(this::best).toList();
        Arrays.setAll(distances, i -> best.get(i).length == 0 || values[i] == 0 ? 0 : NONE);
        boolean found = true;
        for (int d = 1; found; d++) {
            int[] before = distances.clone();
            IntPredicate converts = rank -> rank == NONE || before[rank] != NONE;
            for (int i = 0; i < distances.length; i++) {
                IntStream moves = Arrays.stream(best.get(i));
                if (before[i] == NONE && (values[i] > 0 ? moves.anyMatch(converts) : moves.allMatch(converts))) {
                    distances[i] = d;
                }
            }
            found = !Arrays.equals(before, distances);
        }
        if (Arrays.stream(distances).anyMatch(distance -> distance == NONE)) {
            throw new IllegalStateException("a score that is not 0 and never leads to a conversion");
        }
    }

    /** Returns the ranks that the best moves of a board lead to, which do not depend on d. */
    private int[] best(int... board) {
        return scores.rules.moves(board).stream()
                .filter(move -> scores.score(move) == scores.score(board))
                .mapToInt(move -> move.captured() > 0 ? NONE : (int) Boards.rank(move.board()))
                .toArray();
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
