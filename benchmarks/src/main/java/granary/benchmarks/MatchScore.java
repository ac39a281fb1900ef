package granary.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The score of a match, pair of games by pair. The two games of one opening are not independent, so the variance is that of pairs.
 * Differences in strength are in Elo: a player who scores s of the points is -400 log10(1/s - 1) stronger.
 */
final class MatchScore {
    private static final double NORMAL_95 = 1.96;
    private static final double SURE = 1e-3;

    private final List<Double> pairs = new ArrayList<>();
    private final int[] results = new int[3];

    /** Adds the results of two games, each 1, 0 or -1 for a win, a draw or a loss. */
    void add(int first, int second) {
        results[1 - first]++;
        results[1 - second]++;
        pairs.add((2 + first + second) / 4.0);
    }

    int games() {
        return 2 * pairs.size();
    }

    /** Returns games, wins, draws, losses, points and Elo with 95% bounds as columns of a table. */
    String columns() {
        double mean = pairs.stream().mapToDouble(points -> points).average().orElseThrow();
        double squares = pairs.stream()
                .mapToDouble(points -> (points - mean) * (points - mean))
                .sum();
        double margin = NORMAL_95 * Math.sqrt(squares / Math.max(1, pairs.size() - 1) / pairs.size());
        return String.format(
                Locale.ROOT,
                "%d | %d | %d | %d | %.3f | %+.0f (%+.0f .. %+.0f)",
                games(),
                results[0],
                results[1],
                results[2],
                mean,
                elo(mean),
                elo(mean - margin),
                elo(mean + margin));
    }

    private static double elo(double score) {
        double bounded = Math.max(SURE, Math.min(1 - SURE, score));
        return -400 * Math.log10(1 / bounded - 1);
    }
}
