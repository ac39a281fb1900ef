package granary.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Times the lookups of {@link Lookups} and their floor alternately, some milliseconds each, round after round. The speed of
 * memory on a shared machine may halve from one minute to the next, so only alternating measurements can be compared.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar lookups ROUNDS
 * </pre>
 */
final class LookupRounds {
    private static final int INVOCATIONS = 100;

    /** The sum of all values read. It is written so that the compiler cannot remove the lookups. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long read;

    private LookupRounds() {}

    /** One way to look up all places. */
    private interface Way {
        long run();
    }

    /** Runs the rounds and prints medians, the tenth and ninetieth percentile, and the medians of the ratios. */
    static void run(int rounds) throws IOException {
        compare(rounds, LookupRounds::scores);
        System.out.println();
        // Separate, because ways that read the same file leave lines of it in the last cache for one another.
        compare(rounds, LookupRounds::distances);
    }

    private static void compare(int rounds, Function<Lookups, Map<String, Way>> ways) throws IOException {
        System.out.println("| lookup | cold, ns | of the floor | warm, ns |");
        System.out.println("|---|--:|--:|--:|");
        Map<String, double[]> cold = measure(true, rounds, ways);
        Map<String, double[]> warm = measure(false, rounds, ways);
        double[] floor = cold.values().iterator().next();
        cold.forEach((name, times) -> {
            double[] ratios = new double[rounds];
            Arrays.setAll(ratios, round -> times[round] / floor[round]);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s |%n",
                    name,
                    spread(times, 1),
                    percentile(ratios, 50),
                    spread(warm.get(name), 1));
        });
    }

    private static Map<String, Way> scores(Lookups lookups) {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("floor: a byte of an array", lookups::chainedFloorArray);
        ways.put("floor: a byte of a mapping", lookups::chainedFloorMapped);
        ways.put("check and rank alone", lookups::chainedRank);
        ways.put("decode alone", lookups::chainedDecode);
        ways.put("score by offset", lookups::chainedScoreOfOffset);
        ways.put("score by board", lookups::chainedScoreOfBoard);
        ways.put("score by board, blocks not checked", lookups::chainedScoreOfBoardUnchecked);
        ways.put("score by board, not chained", () -> lookups.loopScoreOfBoard()[0]);
        ways.put("batch by offset", () -> lookups.batchScoreOfOffset()[0]);
        ways.put("batch by board", () -> lookups.batchScoreOfBoard()[0]);
        return ways;
    }

    private static Map<String, Way> distances(Lookups lookups) {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("floor: a byte of the mapped scores", lookups::chainedFloorMapped);
        ways.put("score by board", lookups::chainedScoreOfBoard);
        ways.put("floor: a byte of the mapped distances", lookups::chainedFloorDistances);
        ways.put("distance by board", lookups::chainedDistanceOfBoard);
        return ways;
    }

    private static Map<String, double[]> measure(boolean cold, int rounds, Function<Lookups, Map<String, Way>> waysOf)
            throws IOException {
        Lookups lookups = new Lookups();
        lookups.cold = cold;
        lookups.open();
        Map<String, Way> ways = waysOf.apply(lookups);
        Map<String, double[]> times = new LinkedHashMap<>();
        ways.keySet().forEach(name -> times.put(name, new double[rounds]));
        int warmUp = 50;
        for (int round = -warmUp; round < rounds; round++) {
            for (Map.Entry<String, Way> way : ways.entrySet()) {
                double time = time(lookups, way.getValue());
                if (round >= 0) {
                    times.get(way.getKey())[round] = time;
                }
            }
        }
        lookups.close();
        return times;
    }

    private static double time(Lookups lookups, Way way) {
        long nanos = 0;
        long sum = 0;
        for (int i = 0; i < INVOCATIONS; i++) {
            lookups.drawAnew();
            long start = System.nanoTime();
            sum += way.run();
            nanos += System.nanoTime() - start;
        }
        read = sum;
        return (double) nanos / INVOCATIONS / Lookups.PLACES;
    }

    /** Returns the median of values, with the tenth and ninetieth percentile. */
    static String spread(double[] values, int decimals) {
        String each = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                each + " (" + each + " to " + each + ")",
                percentile(values, 50),
                percentile(values, 10),
                percentile(values, 90));
    }

    private static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100];
    }
}
