package granary.builder.seal.training;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The arithmetic of a training on the processor's vectors, through the module {@code jdk.incubator.vector}. It takes a third of the time
 * of plain Java.
 */
final class VectorRowMath extends RowMath {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

    /** Returns whether vectors of this processor divide the partial sums of a product. */
    static boolean isPossible() {
        return PARTS % FLOATS.length() == 0;
    }

    @Override
    void add(float[] sum, float[] row, float factor) {
        for (int i = 0; i < sum.length; i += FLOATS.length()) {
            load(sum, i).add(load(row, i).mul(factor)).intoArray(sum, i);
        }
    }

    @Override
    void cutOff(float[] passed, float[] sum) {
        for (int i = 0; i < passed.length; i += FLOATS.length()) {
            load(sum, i).max(0f).intoArray(passed, i);
        }
    }

    @Override
    void gate(float[] gradient, float[] passed) {
        FloatVector zero = FloatVector.zero(FLOATS);
        for (int i = 0; i < gradient.length; i += FLOATS.length()) {
            zero.blend(load(gradient, i), load(passed, i).compare(VectorOperators.GT, 0f))
                    .intoArray(gradient, i);
        }
    }

    @Override
    float product(float[] a, float[] b) {
        for (int part = 0; part < PARTS; part += FLOATS.length()) {
            FloatVector sum = load(a, part).mul(load(b, part));
            for (int i = part + PARTS; i < a.length; i += PARTS) {
                sum = sum.add(load(a, i).mul(load(b, i)));
            }
            sum.intoArray(parts, part);
        }
        return total();
    }

    @Override
    void step(Learnt learnt, float[] gradient, float factor, float rate) {
        float[] numbers = learnt.numbers;
        float[] squares = learnt.squares;
        float[] roots = learnt.roots;
        for (int i = 0; i < numbers.length; i += FLOATS.length()) {
            FloatVector change = load(gradient, i).mul(factor);
            FloatVector square = load(squares, i).add(change.mul(change));
            FloatVector root = load(roots, i);
            FloatVector growth = square.mul(root).mul(root).min(MOST_GROWTH);
            FloatVector refined = root.mul(growth.mul(-0.5f).add(1.5f));
            square.intoArray(squares, i);
            refined.intoArray(roots, i);
            load(numbers, i).sub(change.mul(refined).mul(rate)).intoArray(numbers, i);
        }
    }

    private static FloatVector load(float[] from, int at) {
        return FloatVector.fromArray(FLOATS, from, at);
    }
}
