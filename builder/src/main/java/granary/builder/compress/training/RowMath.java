package granary.builder.compress.training;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The rows of numbers of a training, and its arithmetic: each operation works on all numbers of a row. Rows have numbers of their own,
 * 0 and on. Every processor gives the same bits: sums and products are rounded where they are said to be, and numbers of a row do not
 * mix but in {@link #product}, which says in which order it adds. One thread uses it.
 *
 * <p>It uses the processor's vectors, through the module {@code jdk.incubator.vector}: plain Java takes three times as long. Each method
 * has few operations, for what Java compiles into one method must stay small: beyond its limit it makes an object of each vector.
 */
final class RowMath {
    /** Numbers in a row, a multiple of {@link #PARTS}. */
    static final int UNITS = Training.UNITS;

    /** The initial value of the sum of the squares of a number's gradients. */
    static final float FIRST_SQUARE = 1e-3f;

    /**
     * Greater changes of a square than by this factor are followed in several steps. Beyond 3, a step of Newton's method would give
     * a root below 0.
     */
    private static final float MOST_GROWTH = 2.8f;

    /** The partial sums of a product. */
    private static final int PARTS = 16;

    /** The widest vectors of this processor, up to one of all partial sums. */
    private static final VectorSpecies<Float> FLOATS =
            FloatVector.SPECIES_PREFERRED.length() <= PARTS ? FloatVector.SPECIES_PREFERRED : FloatVector.SPECIES_512;

    /** Positive numbers have the order of their bits, and integers are compared in one instruction. */
    private static final int MOST_GROWTH_BITS = Float.floatToRawIntBits(MOST_GROWTH);

    /** By row: numbers, squares, roots. */
    private final float[] rows;
    /** The partial sums of a product. */
    private final int parts;

    /** Makes rows of zeros. */
    RowMath(int count) {
        this.parts = at(count);
        this.rows = new float[parts + PARTS];
        for (int row = 0; row < count; row++) {
            int squares = at(row) + UNITS;
            int roots = squares + UNITS;
            Arrays.fill(rows, squares, roots, FIRST_SQUARE);
            Arrays.fill(rows, roots, roots + UNITS, (float) (1 / Math.sqrt(FIRST_SQUARE)));
        }
    }

    private static int at(int row) {
        return 3 * UNITS * row;
    }

    /** Returns a number of a row. */
    float get(int row, int at) {
        return rows[at(row) + at];
    }

    /** Sets a number of a row. */
    void set(int row, int at, float number) {
        rows[at(row) + at] = number;
    }

    /** Sets all numbers of a row. */
    void fill(int row, float number) {
        Arrays.fill(rows, at(row), at(row) + UNITS, number);
    }

    /** Sets the sum to a base and, one after another, the rows {@code chosen[from]} to {@code chosen[to - 1]}. */
    void sum(int sum, int base, int[] chosen, int from, int to) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            FloatVector total = load(at(base) + i);
            for (int row = from; row < to; row++) {
                total = total.add(load(at(chosen[row]) + i));
            }
            store(total, at(sum) + i);
        }
    }

    /** Adds a row to a sum. */
    void add(int sum, int row) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            store(load(at(sum) + i).add(load(at(row) + i)), at(sum) + i);
        }
    }

    /** Sets {@code passed} to the sum, or to 0 if that is negative. */
    void cutOff(int passed, int sum) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            // As integers, negative numbers are below 0, too.
            store(load(at(sum) + i).reinterpretAsInts().max(0).reinterpretAsFloats(), at(passed) + i);
        }
    }

    /** Sets the gradient to 0 where nothing passed. */
    void gate(int gradient, int passed) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            load(at(gradient) + i).blend(0f, load(at(passed) + i).eq(0f)).intoArray(rows, at(gradient) + i);
        }
    }

    /**
     * Returns the sum of the products of two rows: number i, i + 16, i + 32 and so on are added in this order, each with its product in
     * one rounding, and of these sums the halves, to 8, 4, 2 and one.
     */
    float product(int a, int b) {
        for (int part = 0; part < PARTS; part += FLOATS.length()) {
            FloatVector sum = load(at(a) + part).mul(load(at(b) + part));
            for (int i = part + PARTS; i < UNITS; i += PARTS) {
                sum = load(at(a) + i).fma(load(at(b) + i), sum);
            }
            store(sum, parts + part);
        }
        // By hand, because vectors of other lengths would make the method too large.
        float[] p = rows;
        int at = parts;
        float first = (p[at] + p[at + 8]) + (p[at + 4] + p[at + 12]);
        float second = (p[at + 1] + p[at + 9]) + (p[at + 5] + p[at + 13]);
        float third = (p[at + 2] + p[at + 10]) + (p[at + 6] + p[at + 14]);
        float fourth = (p[at + 3] + p[at + 11]) + (p[at + 7] + p[at + 15]);
        return first + third + (second + fourth);
    }

    /**
     * Learns from an error of a product: adds {@code error} times the row to the gradient of what passed, in one rounding, then takes a
     * step of the row against {@code error} times what passed.
     *
     * @param rate the length of the first step
     */
    void learn(int row, int passed, float error, int gradient, float rate) {
        FloatVector errors = FloatVector.broadcast(FLOATS, error);
        FloatVector rates = FloatVector.broadcast(FLOATS, -rate);
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            FloatVector numbers = load(at(row) + i);
            store(numbers.fma(errors, load(at(gradient) + i)), at(gradient) + i);
            FloatVector change = load(at(passed) + i).mul(errors);
            step(at(row) + i, numbers, change.mul(change), change.mul(rates));
        }
    }

    /**
     * Takes a step of AdaGrad against a gradient with each of the rows {@code chosen[from]} to {@code chosen[to - 1]}. Of each number
     * there are the sum of the squares of its gradients and an estimate of 1 / sqrt(square), which a step of Newton's method
     * refines whenever the square grows.
     *
     * @param rate the length of the first step
     */
    void step(int[] chosen, int from, int to, int gradient, float rate) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            FloatVector change = load(at(gradient) + i);
            FloatVector growth = change.mul(change);
            FloatVector move = change.mul(-rate);
            for (int row = from; row < to; row++) {
                int at = at(chosen[row]) + i;
                step(at, load(at), growth, move);
            }
        }
    }

    private void step(int at, FloatVector numbers, FloatVector growth, FloatVector move) {
        FloatVector squares = load(at + UNITS).add(growth);
        FloatVector roots = load(at + 2 * UNITS);
        FloatVector grown = squares.mul(roots)
                .mul(roots)
                .reinterpretAsInts()
                .min(MOST_GROWTH_BITS)
                .reinterpretAsFloats();
        FloatVector refined =
                roots.mul(grown.fma(FloatVector.broadcast(FLOATS, -0.5f), FloatVector.broadcast(FLOATS, 1.5f)));
        store(squares, at + UNITS);
        store(refined, at + 2 * UNITS);
        store(move.fma(refined, numbers), at);
    }

    private FloatVector load(int at) {
        return FloatVector.fromArray(FLOATS, rows, at);
    }

    private void store(FloatVector vector, int at) {
        vector.intoArray(rows, at);
    }
}
