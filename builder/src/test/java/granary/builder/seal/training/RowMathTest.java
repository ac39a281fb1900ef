package granary.builder.seal.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.builder.sweep.kernel.VectorModule;
import granary.testing.TestRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trainings on vectors and in plain Java make the same models, down to the last bit. */
class RowMathTest {
    @Test
    void vectorsGiveTheSameBitsAsPlainJava() {
        assumeTrue(VectorModule.isPresent() && VectorRowMath.isPossible());
        Random random = TestRandom.create();
        RowMath plain = new PlainRowMath();
        RowMath vector = new VectorRowMath();
        float[][] rows = {row(random), row(random)};
        float[][] sums = {rows[0].clone(), rows[0].clone()};
        RowMath.Learnt[] learnt = {learnt(), learnt()};
        for (int round = 0; round < 1000; round++) {
            float[] other = row(random);
            float factor = (float) random.nextGaussian();
            RowMath[] maths = {plain, vector};
            for (int i = 0; i < maths.length; i++) {
                maths[i].add(sums[i], other, factor);
                maths[i].step(learnt[i], other, factor, 0.05f);
                maths[i].cutOff(rows[i], sums[i]);
                maths[i].gate(sums[i], rows[i]);
            }
            assertEquals(plain.product(other, rows[0]), vector.product(other, rows[1]));
            assertArrayEquals(sums[0], sums[1]);
            assertArrayEquals(rows[0], rows[1]);
            assertArrayEquals(learnt[0].numbers, learnt[1].numbers);
            assertArrayEquals(learnt[0].squares, learnt[1].squares);
            assertArrayEquals(learnt[0].roots, learnt[1].roots);
        }
    }

    /** The step of a row that has learnt much is the gradient over the root of the sum of its squares. */
    @Test
    void rootsFollowTheSquares() {
        Random random = TestRandom.create();
        RowMath.Learnt learnt = learnt();
        for (int round = 0; round < 1000; round++) {
            new PlainRowMath().step(learnt, row(random), 1, 0.05f);
        }
        for (int i = 0; i < learnt.roots.length; i++) {
            assertEquals(1, learnt.roots[i] * Math.sqrt(learnt.squares[i]), 0.01);
        }
    }

    private static RowMath.Learnt learnt() {
        return new RowMath.Learnt(Training.UNITS, 1e-3f);
    }

    private static float[] row(Random random) {
        float[] row = new float[Training.UNITS];
        for (int i = 0; i < row.length; i++) {
            row[i] = (float) random.nextGaussian();
        }
        return row;
    }
}
