package granary.builder.seal.training;

import granary.builder.sweep.kernel.VectorModule;
import java.util.Arrays;

/**
 * The arithmetic of a training: each operation works on all numbers of a row. Every implementation gives the same bits: numbers do not mix
 * but in {@link #product}, which says in which order it adds. One thread uses it.
 */
abstract class RowMath {
    /**
     * Greater changes of a square than by this factor are followed in several steps. Beyond 3, a step of Newton's method would give
     * a root below 0.
     */
    static final float MOST_GROWTH = 2.8f;

    /** The partial sums of a product. */
    static final int PARTS = 16;

    /** Holds the partial sums. */
    final float[] parts = new float[PARTS];

    /** A row of numbers that are learnt. */
    static final class Learnt {
        final float[] numbers;
        /** By number: the sum of the squares of its gradients. */
        final float[] squares;
        /** By number: an estimate of 1 / sqrt(square), which a step of Newton's method refines whenever the square grows. */
        final float[] roots;

        /** Makes a row of zeros. */
        Learnt(int count, float firstSquare) {
            this.numbers = new float[count];
            this.squares = new float[count];
            this.roots = new float[count];
            Arrays.fill(squares, firstSquare);
            Arrays.fill(roots, (float) (1 / Math.sqrt(firstSquare)));
        }
    }

    /** Returns the fastest arithmetic of this machine. */
    static RowMath best() {
        return VectorModule.isPresent() ? OnVectors.best() : new PlainRowMath();
    }

    /** A class of its own, so that nothing of the module is loaded where it is not there. */
    private static final class OnVectors {
        static RowMath best() {
            return VectorRowMath.isPossible() ? new VectorRowMath() : new PlainRowMath();
        }
    }

    /** Adds {@code factor} times a row to a sum. */
    abstract void add(float[] sum, float[] row, float factor);

    /** Sets {@code passed} to the sum, and to 0 where that is negative. */
    abstract void cutOff(float[] passed, float[] sum);

    /** Sets the gradient to 0 where nothing passed. */
    abstract void gate(float[] gradient, float[] passed);

    /**
     * Returns the sum of the products of two rows: number i, i + 16, i + 32 and so on are added in this order, and of these sums the
     * halves, to 8, 4, 2 and one.
     */
    abstract float product(float[] a, float[] b);

    /**
     * Takes a step of AdaGrad against {@code factor} times a gradient.
     *
     * @param rate the length of the first step
     */
    abstract void step(Learnt learnt, float[] gradient, float factor, float rate);

    /** Adds up the halves of the partial sums, to 8, 4, 2 and one. */
    final float total() {
        for (int half = PARTS / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; i++) {
                parts[i] += parts[i + half];
            }
        }
        return parts[0];
    }
}
