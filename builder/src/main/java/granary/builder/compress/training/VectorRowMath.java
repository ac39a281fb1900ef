package granary.builder.compress.training;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The arithmetic of a training on the processor's vectors, through the module {@code jdk.incubator.vector}. It takes a third of the time
 * of plain Java.
 *
 * <p>Each method has few operations, for what Java compiles into one method must stay small: beyond its limit it makes an object of
 * each vector.
 */
final class VectorRowMath extends RowMath {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

    /** Positive numbers have the order of their bits, and integers are compared in one instruction. */
    private static final int MOST_GROWTH_BITS = Float.floatToRawIntBits(MOST_GROWTH);

    /** By row: numbers, squares, roots. */
    private final float[] rows;
    /** The partial sums of a product. */
    private final int parts;

    VectorRowMath(int count) {
        this.parts = at(count);
        this.rows = new float[parts + PARTS];
        for (int row = 0; row < count; row++) {
            int squares = at(row) + UNITS;
            int roots = squares + UNITS;
            Arrays.fill(rows, squares, roots, FIRST_SQUARE);
            Arrays.fill(rows, roots, roots + UNITS, (float) (1 / Math.sqrt(FIRST_SQUARE)));
        }
    }

    /** Returns whether vectors of this processor divide the partial sums of a product. */
    static boolean isPossible() {
        return PARTS % FLOATS.length() == 0;
    }

    private static int at(int row) {
        return 3 * UNITS * row;
    }

    @Override
    float get(int row, int at) {
        return rows[at(row) + at];
    }

    @Override
    void set(int row, int at, float number) {
        rows[at(row) + at] = number;
    }

    @Override
    void fill(int row, float number) {
        Arrays.fill(rows, at(row), at(row) + UNITS, number);
    }

    @Override
    void sum(int sum, int base, int[] chosen, int from, int to) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            FloatVector total = load(at(base) + i);
            for (int row = from; row < to; row++) {
                total = total.add(load(at(chosen[row]) + i));
            }
            store(total, at(sum) + i);
        }
    }

    @Override
    void add(int sum, int row) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            store(load(at(sum) + i).add(load(at(row) + i)), at(sum) + i);
        }
    }

    @Override
    void cutOff(int passed, int sum) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            // As integers, negative numbers are below 0, too.
            store(load(at(sum) + i).reinterpretAsInts().max(0).reinterpretAsFloats(), at(passed) + i);
        }
    }

    @Override
    void gate(int gradient, int passed) {
        for (int i = 0; i < UNITS; i += FLOATS.length()) {
            load(at(gradient) + i).blend(0f, load(at(passed) + i).eq(0f)).intoArray(rows, at(gradient) + i);
        }
    }

    @Override
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

    @Override
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

    @Override
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
