package granary.builder.seal.training;

/** The arithmetic of a training in plain Java. */
final class PlainRowMath extends RowMath {
    @Override
    void add(float[] sum, float[] row, float factor) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += factor * row[i];
        }
    }

    @Override
    void cutOff(float[] passed, float[] sum) {
        for (int i = 0; i < passed.length; i++) {
            passed[i] = Math.max(sum[i], 0f);
        }
    }

    @Override
    void gate(float[] gradient, float[] passed) {
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = passed[i] > 0 ? gradient[i] : 0;
        }
    }

    @Override
    float product(float[] a, float[] b) {
        for (int part = 0; part < PARTS; part++) {
            parts[part] = a[part] * b[part];
        }
        for (int i = PARTS; i < a.length; i += PARTS) {
            for (int part = 0; part < PARTS; part++) {
                parts[part] += a[i + part] * b[i + part];
            }
        }
        return total();
    }

    @Override
    void step(Learnt learnt, float[] gradient, float factor, float rate) {
        float[] numbers = learnt.numbers;
        float[] squares = learnt.squares;
        float[] roots = learnt.roots;
        for (int i = 0; i < numbers.length; i++) {
            float change = gradient[i] * factor;
            squares[i] += change * change;
            float root = roots[i];
            float growth = Math.min(squares[i] * root * root, MOST_GROWTH);
            roots[i] = root * (growth * -0.5f + 1.5f);
            numbers[i] -= change * roots[i] * rate;
        }
    }
}
