package granary.builder.compress.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.builder.sweep.kernel.VectorModule;
import granary.testing.TestRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trainings on vectors and in plain Java make the same models, down to the last bit. */
class RowMathTest {
    private static final int ROWS = 6;
    private static final int SUM = 3;
    private static final int PASSED = 4;
    private static final int GRADIENT = 5;
    private static final int[] LEARNT = {0, 1};
    private static final float RATE = 0.05f;

    @Test
    void vectorsGiveTheSameBitsAsPlainJava() {
        assumeTrue(VectorModule.isPresent() && VectorRowMath.isPossible());
        Random random = TestRandom.create();
        RowMath[] both = {new ScalarRowMath(ROWS), new VectorRowMath(ROWS)};
        fill(both, 0, random);
        fill(both, 1, random);
        fill(both, GRADIENT, random);
        for (int round = 0; round < 1000; round++) {
            fill(both, 2, random);
            float error = (float) random.nextGaussian();
            for (RowMath math : both) {
                math.sum(SUM, 2, LEARNT, 0, LEARNT.length);
                math.add(SUM, 2);
                math.cutOff(PASSED, SUM);
                math.learn(1, PASSED, error, GRADIENT, RATE);
                math.gate(GRADIENT, PASSED);
                math.step(LEARNT, 0, LEARNT.length, GRADIENT, RATE);
            }
            assertEquals(both[0].product(2, PASSED), both[1].product(2, PASSED));
            for (int row = 0; row < ROWS; row++) {
                for (int i = 0; i < RowMath.UNITS; i++) {
                    assertEquals(both[0].get(row, i), both[1].get(row, i), row + ", " + i);
                }
            }
            both[0].fill(GRADIENT, error);
            both[1].fill(GRADIENT, error);
        }
    }

    /** A row that has learnt much moves by the gradient over the root of the sum of its squares. */
    @Test
    void stepsFollowTheRootOfTheSquares() {
        Random random = TestRandom.create();
        RowMath math = new ScalarRowMath(ROWS);
        double[] squares = new double[RowMath.UNITS];
        for (int round = 0; round < 1000; round++) {
            fill(new RowMath[] {math}, GRADIENT, random);
            math.fill(0, 0);
            math.step(LEARNT, 0, 1, GRADIENT, RATE);
            for (int i = 0; i < squares.length; i++) {
                float change = math.get(GRADIENT, i);
                squares[i] += change * change;
                if (round > 100) {
                    assertEquals(-RATE * change / Math.sqrt(squares[i]), math.get(0, i), 0.01 * RATE, round + ", " + i);
                }
            }
        }
    }

    private static void fill(RowMath[] maths, int row, Random random) {
        for (int i = 0; i < RowMath.UNITS; i++) {
            float number = (float) random.nextGaussian();
            for (RowMath math : maths) {
                math.set(row, i, number);
            }
        }
    }
}
