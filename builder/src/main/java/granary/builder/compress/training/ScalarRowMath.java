package granary.builder.compress.training;

import java.util.Arrays;

/** The arithmetic of a training in plain Java. */
final class ScalarRowMath extends RowMath {
    // By row and number.
    private final float[][] numbers;
    private final float[][] squares;
    private final float[][] roots;

    private final float[] parts = new float[PARTS];
    private final float[] growth = new float[UNITS];
    private final float[] move = new float[UNITS];

    ScalarRowMath(int rows) {
        this.numbers = new float[rows][UNITS];
        this.squares = new float[rows][UNITS];
        this.roots = new float[rows][UNITS];
        for (int row = 0; row < rows; row++) {
            Arrays.fill(squares[row], FIRST_SQUARE);
            Arrays.fill(roots[row], (float) (1 / Math.sqrt(FIRST_SQUARE)));
        }
    }

    @Override
    float get(int row, int at) {
        return numbers[row][at];
    }

    @Override
    void set(int row, int at, float number) {
        numbers[row][at] = number;
    }

    @Override
    void fill(int row, float number) {
        Arrays.fill(numbers[row], number);
    }

    @Override
    void sum(int sum, int base, int[] chosen, int from, int to) {
        System.arraycopy(numbers[base], 0, numbers[sum], 0, UNITS);
        for (int i = from; i < to; i++) {
            add(sum, chosen[i]);
        }
    }

    @Override
    void add(int sum, int row) {
        float[] target = numbers[sum];
        float[] source = numbers[row];
        for (int i = 0; i < UNITS; i++) {
            target[i] += source[i];
        }
    }

    @Override
    void cutOff(int passed, int sum) {
        float[] target = numbers[passed];
        float[] source = numbers[sum];
        for (int i = 0; i < UNITS; i++) {
            target[i] = Math.max(source[i], 0f);
        }
    }

    @Override
    void gate(int gradient, int passed) {
        float[] target = numbers[gradient];
        float[] source = numbers[passed];
        for (int i = 0; i < UNITS; i++) {
            target[i] = source[i] > 0 ? target[i] : 0;
        }
    }

    @Override
    float product(int a, int b) {
        float[] first = numbers[a];
        float[] second = numbers[b];
        for (int part = 0; part < PARTS; part++) {
            parts[part] = first[part] * second[part];
        }
        for (int i = PARTS; i < UNITS; i += PARTS) {
            for (int part = 0; part < PARTS; part++) {
                parts[part] = Math.fma(first[i + part], second[i + part], parts[part]);
            }
        }
        for (int half = PARTS / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; i++) {
                parts[i] += parts[i + half];
            }
        }
        return parts[0];
    }

    @Override
    void learn(int row, int passed, float error, int gradient, float rate) {
        float[] own = numbers[row];
        float[] seen = numbers[passed];
        float[] target = numbers[gradient];
        for (int i = 0; i < UNITS; i++) {
            target[i] = Math.fma(own[i], error, target[i]);
        }
        for (int i = 0; i < UNITS; i++) {
            float change = seen[i] * error;
            growth[i] = change * change;
            move[i] = change * -rate;
        }
        step(row);
    }

    @Override
    void step(int[] chosen, int from, int to, int gradient, float rate) {
        float[] change = numbers[gradient];
        for (int i = 0; i < UNITS; i++) {
            growth[i] = change[i] * change[i];
            move[i] = change[i] * -rate;
        }
        for (int i = from; i < to; i++) {
            step(chosen[i]);
        }
    }

    private void step(int row) {
        float[] square = squares[row];
        float[] root = roots[row];
        float[] own = numbers[row];
        for (int i = 0; i < UNITS; i++) {
            square[i] += growth[i];
            float grown = Math.min(square[i] * root[i] * root[i], MOST_GROWTH);
            root[i] *= Math.fma(grown, -0.5f, 1.5f);
            own[i] = Math.fma(move[i], root[i], own[i]);
        }
    }
}
