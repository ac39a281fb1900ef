package granary.engine;

import java.util.ArrayList;
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

    /** Errors count by their square below this many hundredths of a seed, and in proportion above. */
    private static final double LARGE_ERROR = 400;

    private static final double FIRST_RATE = 30;
    private static final double LAST_RATE = 3;
    private static final double FIRST_SLOPE = 10;
    private static final int ROUNDS = 8;

    /** A table of some pits, with an entry for all their levels, from an index of a stage's weights on. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Table(int at, int... pits) {
        int entry(int[] levels) {
            int entry = 0;
            for (int pit : pits) {
                entry = entry * LEVELS + levels[pit];
            }
            return at + entry;
        }
    }

    /** By set, in the order of its table in an evaluation: the tables that make up its entries, its own first. */
    private final List<List<Table>> sets = new ArrayList<>();
    /** All tables, in the order in which an estimate adds up their entries. */
    private final List<Table> tables = new ArrayList<>();
    /** The weights of a stage. */
    private int stage;

    private final float[] weights;
    private final float[] slopes;

    private Fit() {
        // The blocks of the Steiner system without point 12.
        List<int[]> blocks = Stream.of(new int[] {0, 1, 4}, new int[] {0, 2, 7})
                .flatMap(base -> IntStream.rangeClosed(0, PITS)
                        .mapToObj(shift -> Arrays.stream(base)
                                .map(point -> (point + shift) % (PITS + 1))
                                .filter(point -> point < PITS)
                                .sorted()
                                .toArray()))
                .toList();
        for (int[] block : blocks) {
            List<Table> set = new ArrayList<>(List.of(table(block)));
            if (block.length == 3) {
                set.add(table(block[0], block[1]));
                set.add(table(block[0], block[2]));
                set.add(table(block[1], block[2]));
            }
            sets.add(set);
        }
        // Each pit is in one set of two.
        for (int pit = 0; pit < PITS; pit++) {
            Table ofPit = table(pit);
            sets.stream()
                    .filter(set ->
                            set.get(0).pits.length == 2 && Arrays.binarySearch(set.get(0).pits, ofPit.pits[0]) >= 0)
                    .forEach(set -> set.add(ofPit));
        }
        weights = new float[Evaluation.stages() * stage];
        slopes = new float[weights.length];
    }

    private Table table(int... pits) {
        Table table = new Table(stage, pits);
        tables.add(table);
        stage += IntStream.of(pits).reduce(1, (size, pit) -> size * LEVELS);
        return table;
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
        return fit.entries();
    }

    private void learn(TrainingGames.Sample sample, double rate) {
        int[] levels = new int[PITS];
        for (int pit = 0; pit < Evaluation.PITS; pit++) {
            levels[pit] = Evaluation.level(sample.own(), pit);
            levels[Evaluation.PITS + pit] = Evaluation.level(sample.opponent(), pit);
        }
        int from = stage * Evaluation.stage(MoveStack.seeds(sample.own()) + MoveStack.seeds(sample.opponent()));
        float estimate = 0;
        for (Table table : tables) {
            estimate += weights[from + table.entry(levels)];
        }
        float slope = (float) Math.max(-1, Math.min(1, (estimate - sample.worth()) / LARGE_ERROR));
        for (Table table : tables) {
            int at = from + table.entry(levels);
            slopes[at] += slope * slope;
            weights[at] -= (float) (rate * slope / Math.sqrt(slopes[at] + FIRST_SLOPE));
        }
    }

    /** Adds the tables of pairs and pits to those of the sets. */
    private short[] entries() {
        short[] entries = new short[Evaluation.stages() * Evaluation.ENTRIES];
        int[] levels = new int[PITS];
        int to = 0;
        for (int from = 0; from < weights.length; from += stage) {
            for (List<Table> set : sets) {
                int[] pits = set.get(0).pits;
                for (Arrays.fill(levels, 0); levels[pits[0]] < LEVELS; next(levels, pits)) {
                    float sum = 0;
                    for (Table table : set) {
                        sum += weights[from + table.entry(levels)];
                    }
                    entries[to++] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.round(sum)));
                }
            }
        }
        return entries;
    }

    /** Counts on: the level of the last pit changes first, and that of the first pit passes the last level in the end. */
    private static void next(int[] levels, int... pits) {
        int i = pits.length - 1;
        while (++levels[pits[i]] == LEVELS && i > 0) {
            levels[pits[i--]] = 0;
        }
    }
}
