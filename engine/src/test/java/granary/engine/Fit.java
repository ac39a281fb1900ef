package granary.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits the tables of an {@link Evaluation} to samples, by gradient descent with a rate of its own for each entry. While it fits, a table of
 * three pits is the sum of itself, of a table for each two of its pits, and of one for each pit: so entries that few samples
 * reach are near to what their parts say. All arithmetic is in one order and exact to the bit on any machine. Not safe for use by
 * more than one thread.
 */
final class Fit {
    private static final int PITS = 2 * Evaluation.PITS;
    private static final int LEVELS = Evaluation.LEVELS;
    private static final int PAIR = LEVELS * LEVELS;
    private static final List<int[]> SETS = sets();
    private static final int PAIRS_AT = Evaluation.ENTRIES;
    private static final int SINGLES_AT = PAIRS_AT + 3 * PAIR * SETS.size();
    private static final int STAGE = SINGLES_AT + PITS * LEVELS;

    /** Errors count by their square below this many hundredths of a seed, and in proportion above. */
    private static final double LARGE_ERROR = 400;

    private static final double FIRST_RATE = 30;
    private static final double LAST_RATE = 3;
    private static final double FIRST_SLOPE = 10;
    private static final int ROUNDS = 8;

    private final float[] weights = new float[Evaluation.stages() * STAGE];
    private final float[] slopes = new float[weights.length];
    private final int[] levels = new int[PITS];
    private final int[] features = new int[4 * SETS.size() + PITS];

    private Fit() {}

    /** Returns the sets of pits in the order of their tables, each ascending: the blocks of the Steiner system without point 12. */
    private static List<int[]> sets() {
        int points = PITS + 1;
        return Stream.of(new int[] {0, 1, 4}, new int[] {0, 2, 7})
                .flatMap(base -> IntStream.range(0, points)
                        .mapToObj(shift -> Arrays.stream(base)
                                .map(point -> (point + shift) % points)
                                .filter(point -> point < PITS)
                                .sorted()
                                .toArray()))
                .toList();
    }

    /** Returns the tables that fit samples best. */
    static short[] of(List<TrainingGames.Sample> samples) {
        Fit fit = new Fit();
        Random random = new Random(1);
        int count = samples.size();
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        for (int round = 0; round < ROUNDS; round++) {
            double rate = FIRST_RATE + (LAST_RATE - FIRST_RATE) * round / (ROUNDS - 1);
            for (int i : order) {
                fit.learn(samples.get(i), rate);
            }
        }
        return fit.tables();
    }

    private void learn(TrainingGames.Sample sample, double rate) {
        int count = find(sample.own(), sample.opponent());
        float estimate = 0;
        for (int i = 0; i < count; i++) {
            estimate += weights[features[i]];
        }
        float slope = (float) Math.max(-1, Math.min(1, (estimate - sample.worth()) / LARGE_ERROR));
        for (int i = 0; i < count; i++) {
            int feature = features[i];
            slopes[feature] += slope * slope;
            weights[feature] -= (float) (rate * slope / Math.sqrt(slopes[feature] + FIRST_SLOPE));
        }
    }

    /** Writes the entries that a position adds up, and returns their number. */
    private int find(long own, long opponent) {
        for (int pit = 0; pit < Evaluation.PITS; pit++) {
            levels[pit] = Evaluation.level(own, pit);
            levels[Evaluation.PITS + pit] = Evaluation.level(opponent, pit);
        }
        int stage = Evaluation.stage(MoveStack.seeds(own) + MoveStack.seeds(opponent)) * STAGE;
        int count = 0;
        int at = stage;
        int pairs = stage + PAIRS_AT;
        for (int[] set : SETS) {
            int a = levels[set[0]];
            int b = levels[set[1]];
            if (set.length == 3) {
                int c = levels[set[2]];
                features[count++] = at + (a * LEVELS + b) * LEVELS + c;
                features[count++] = pairs + a * LEVELS + b;
                features[count++] = pairs + PAIR + a * LEVELS + c;
                features[count++] = pairs + 2 * PAIR + b * LEVELS + c;
                at += LEVELS * PAIR;
            } else {
                features[count++] = at + a * LEVELS + b;
                at += PAIR;
            }
            pairs += 3 * PAIR;
        }
        for (int pit = 0; pit < PITS; pit++) {
            features[count++] = stage + SINGLES_AT + pit * LEVELS + levels[pit];
        }
        return count;
    }

    /** Adds the tables of pairs and pits to those of the sets. */
    private short[] tables() {
        short[] tables = new short[Evaluation.stages() * Evaluation.ENTRIES];
        int to = 0;
        for (int stage = 0; stage < weights.length; stage += STAGE) {
            int from = stage;
            int pairs = stage + PAIRS_AT;
            int singles = stage + SINGLES_AT;
            for (int[] set : SETS) {
                for (int i = 0; i < PAIR; i++) {
                    int a = i / LEVELS;
                    int b = i % LEVELS;
                    if (set.length == 2) {
                        // Each pit is in one set of two.
                        tables[to++] = entry(weights[from++]
                                + weights[singles + set[0] * LEVELS + a]
                                + weights[singles + set[1] * LEVELS + b]);
                    } else {
                        for (int c = 0; c < LEVELS; c++) {
                            tables[to++] = entry(weights[from++]
                                    + weights[pairs + i]
                                    + weights[pairs + PAIR + a * LEVELS + c]
                                    + weights[pairs + 2 * PAIR + b * LEVELS + c]);
                        }
                    }
                }
                pairs += 3 * PAIR;
            }
        }
        return tables;
    }

    private static short entry(float weight) {
        return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.round(weight)));
    }
}
