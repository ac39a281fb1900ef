package granary.builder.compress.training;

import granary.builder.sweep.kernel.VectorModule;

/**
 * The rows of numbers of a training, and its arithmetic: each operation works on all numbers of a row. Rows have numbers of their own,
 * 0 and on. Every implementation gives the same bits: sums and products are rounded where they are said to be, and numbers of a row
 * do not mix but in {@link #product}, which says in which order it adds. One thread uses it.
 */
abstract class RowMath {
    /** Numbers in a row, a multiple of {@link #PARTS}. */
    static final int UNITS = Training.UNITS;

    /** The initial value of the sum of the squares of a number's gradients. */
    static final float FIRST_SQUARE = 1e-3f;

    /**
     * Greater changes of a square than by this factor are followed in several steps. Beyond 3, a step of Newton's method would give
     * a root below 0.
     */
    static final float MOST_GROWTH = 2.8f;

    /** The partial sums of a product. */
    static final int PARTS = 16;

    /** Makes rows of zeros on the fastest arithmetic of this machine. */
    static RowMath of(int rows) {
        return VectorModule.isPresent() ? OnVectors.of(rows) : new ScalarRowMath(rows);
    }

    /** A class of its own, so that nothing of the module is loaded if it is absent. */
    private static final class OnVectors {
        static RowMath of(int rows) {
            return VectorRowMath.isPossible() ? new VectorRowMath(rows) : new ScalarRowMath(rows);
        }
    }

    /** Returns a number of a row. */
    abstract float get(int row, int at);

    /** Sets a number of a row. */
    abstract void set(int row, int at, float number);

    /** Sets all numbers of a row. */
    abstract void fill(int row, float number);

    /** Sets the sum to a base and, one after another, the rows {@code chosen[from]} to {@code chosen[to - 1]}. */
    abstract void sum(int sum, int base, int[] chosen, int from, int to);

    /** Adds a row to a sum. */
    abstract void add(int sum, int row);

    /** Sets {@code passed} to the sum, or to 0 if that is negative. */
    abstract void cutOff(int passed, int sum);

    /** Sets the gradient to 0 where nothing passed. */
    abstract void gate(int gradient, int passed);

    /**
     * Returns the sum of the products of two rows: number i, i + 16, i + 32 and so on are added in this order, each with its product in
     * one rounding, and of these sums the halves, to 8, 4, 2 and one.
     */
    abstract float product(int a, int b);

    /**
     * Learns from an error of a product: adds {@code error} times the row to the gradient of what passed, in one rounding, then takes a
     * step of the row against {@code error} times what passed.
     *
     * @param rate the length of the first step
     */
    abstract void learn(int row, int passed, float error, int gradient, float rate);

    /**
     * Takes a step of AdaGrad against a gradient with each of the rows {@code chosen[from]} to {@code chosen[to - 1]}. Of each number
     * there are the sum of the squares of its gradients and an estimate of 1 / sqrt(square), which a step of Newton's method
     * refines whenever the square grows.
     *
     * @param rate the length of the first step
     */
    abstract void step(int[] chosen, int from, int to, int gradient, float rate);
}
