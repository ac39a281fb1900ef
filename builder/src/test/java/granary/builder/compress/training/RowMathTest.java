package granary.builder.compress.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.testing.TestRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowMathTest {
    private static final int GRADIENT = 1;
    private static final float RATE = 0.05f;

    /** A row that has learnt much moves by the gradient over the root of the sum of its squares. */
    @Test
    void stepsFollowTheRootOfTheSquares() {
        Random random = TestRandom.create();
        Training.requireVectors();
        RowMath math = new RowMath(2);
        double[] squares = new double[RowMath.UNITS];
        for (int round = 0; round < 1000; round++) {
            for (int i = 0; i < RowMath.UNITS; i++) {
                math.set(GRADIENT, i, (float) random.nextGaussian());
            }
            math.fill(0, 0);
            math.step(new int[] {0}, 0, 1, GRADIENT, RATE);
            for (int i = 0; i < squares.length; i++) {
                float change = math.get(GRADIENT, i);
                squares[i] += change * change;
                if (round > 100) {
                    assertEquals(-RATE * change / Math.sqrt(squares[i]), math.get(0, i), 0.01 * RATE, round + ", " + i);
                }
            }
        }
    }
}
