package granary.builder.seal;

import granary.awari.Awari;
import granary.format.ScoreTable;
import granary.format.StoringRule;
import granary.sealed.BlockWalk;
import granary.sealed.Model;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Trains the network of a layer on blocks of it that are drawn at random, by AdaGrad (J. Duchi, E. Hazan and Y. Singer, Adaptive
 * Subgradient Methods, 2011). Everything has a fixed order, and Java's floating-point numbers have one result on every processor, so
 * that a layer always gets the same model. One thread uses a training.
 */
final class Training {
    /** Numbers in a row. With 128, a layer of 20 seeds takes 2 % less, and everything takes twice as long. */
    static final int UNITS = 64;

    private static final float RATE = 0.05f;
    /** The last rate as a share of the first. */
    private static final float LAST_RATE = 0.05f;

    private static final float FIRST_SQUARE = 1e-3f;
    private static final float FIRST_BIAS = 0.1f;
    private static final float FIRST_WEIGHT = 0.15f;

    /** How often a position is seen, where that makes fewer than {@link #LEAST}. */
    private static final int PASSES = 4;

    private static final long LEAST = 4_000_000;
    private static final long MOST = 60_000_000;
    /** Of larger layers, one position in so many is seen. */
    private static final int SHARE = 32;

    private final ScoreTable scores;
    private final int pits;
    private final int layer;
    private final BlockWalk walk;
    private final int fast;
    private final int[] sample = new int[BlockWalk.BLOCK];
    private final ScoreTree tree;
    private long random;

    private final float[][] rows;
    private final float[][] rowSquares;
    private final float[] bias = new float[UNITS];
    private final float[] biasSquares = new float[UNITS];
    private final float[][] nodeRows;
    private final float[][] nodeSquares;
    private final float[] nodeBias;
    private final float[] nodeBiasSquares;

    // Of one position: the sums of the first layer, what passes on, and its gradient; of one run: the sums and the
    // gradient.
    private final float[] sum = new float[UNITS];
    private final float[] passed = new float[UNITS];
    private final float[] gradient = new float[UNITS];
    private final float[] slow = new float[UNITS];
    private final float[] slowGradient = new float[UNITS];
    private final float[] products = new float[UNITS];

    Training(Awari game, int layer, StoringRule rule, ScoreTable scores) {
        this.scores = scores;
        this.pits = game.cells();
        this.layer = layer;
        this.walk = new BlockWalk(game, layer, rule);
        this.fast = walk.fastInputs();
        this.random = 0x9E3779B97F4A7C15L * (layer + 1);
        this.rows = new float[walk.rows()][UNITS];
        for (float[] row : rows) {
            for (int i = 0; i < UNITS; i++) {
                row[i] = (nextRandom() >>> 40) * (2 * FIRST_WEIGHT / (1 << 24)) - FIRST_WEIGHT;
            }
        }
        this.rowSquares = squares(rows.length);
        Arrays.fill(bias, FIRST_BIAS);
        Arrays.fill(biasSquares, FIRST_SQUARE);
        this.tree = new ScoreTree(frequencies());
        this.nodeRows = new float[tree.nodes()][UNITS];
        this.nodeSquares = squares(tree.nodes());
        this.nodeBias = new float[tree.nodes()];
        this.nodeBiasSquares = new float[tree.nodes()];
        Arrays.fill(nodeBiasSquares, FIRST_SQUARE);
    }

    private static float[][] squares(int count) {
        float[][] squares = new float[count][UNITS];
        for (float[] row : squares) {
            Arrays.fill(row, FIRST_SQUARE);
        }
        return squares;
    }

    /** Returns how many positions of a layer a training sees. */
    static long positions(long size) {
        return Math.max(Math.min(PASSES * size, LEAST), Math.min(size / SHARE, MOST));
    }

    /** Xorshift (G. Marsaglia, Xorshift RNGs, 2003). */
    private long nextRandom() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random;
    }

    /** Draws a block, reads its scores into the sample, and returns its number. */
    private long nextBlock() {
        long blocks = Math.max(1, scores.positions() / BlockWalk.BLOCK);
        long block = Long.remainderUnsigned(nextRandom(), blocks);
        scores.scores(block * BlockWalk.BLOCK, length(), sample, 0);
        return block;
    }

    private int length() {
        return (int) Math.min(BlockWalk.BLOCK, scores.positions());
    }

    private long[] frequencies() {
        long[] frequencies = new long[2 * layer + 1];
        Arrays.fill(frequencies, 1);
        for (int i = 0; i < 2000; i++) {
            nextBlock();
            for (int k = 0; k < length(); k++) {
                frequencies[sample[k] + layer]++;
            }
        }
        return frequencies;
    }

    /**
     * Trains the network.
     *
     * @param stops whether to give up
     * @return the bytes of the model; null after giving up
     */
    byte[] run(BooleanSupplier stops) {
        long total = positions(scores.positions());
        for (long done = 0; done < total; done += length()) {
            if (stops.getAsBoolean()) {
                return null;
            }
            learn(nextBlock(), RATE * (1 - (1 - LAST_RATE) * done / total));
        }
        return new Rounding().model();
    }

    private void learn(long block, float rate) {
        walk.start(block);
        int[] in = walk.inputs();
        boolean begins = true;
        for (int i = 0; i < length(); i++) {
            if (begins) {
                System.arraycopy(bias, 0, slow, 0, UNITS);
                for (int group = fast; group < in.length; group++) {
                    add(slow, rows[in[group]]);
                }
                Arrays.fill(slowGradient, 0);
            }
            if (walk.isStored()) {
                learn(sample[i] + layer, rate);
            } else {
                walk.skip();
            }
            boolean ends = i == length() - 1 || walk.isLastOfRun();
            if (ends) {
                step(bias, biasSquares, slowGradient, rate);
                for (int group = fast; group < in.length; group++) {
                    step(rows[in[group]], rowSquares[in[group]], slowGradient, rate);
                }
            }
            begins = i < length() - 1 && !walk.next();
        }
    }

    private void learn(int value, float rate) {
        walk.look();
        int[] in = walk.inputs();
        System.arraycopy(slow, 0, sum, 0, UNITS);
        for (int group = 0; group < fast; group++) {
            add(sum, rows[in[group]]);
        }
        cutOff(passed, sum);
        Arrays.fill(gradient, 0);
        int[] path = tree.path(value);
        for (int step : path) {
            int node = step >> 1;
            float error = sigmoid(nodeBias[node] + product(nodeRows[node], passed, products)) - (step & 1);
            learnNode(nodeRows[node], nodeSquares[node], gradient, passed, error, rate);
            nodeBiasSquares[node] += error * error;
            nodeBias[node] -= rate * error / (float) Math.sqrt(nodeBiasSquares[node]);
        }
        gate(gradient, sum);
        for (int group = 0; group < fast; group++) {
            step(rows[in[group]], rowSquares[in[group]], gradient, rate);
        }
        add(slowGradient, gradient);
        walk.set(value);
    }

    // Java's compiler makes vector instructions of the loops below. None adds up numbers in an order of its own choice.

    private static void add(float[] sum, float[] row) {
        for (int i = 0; i < UNITS; i++) {
            sum[i] += row[i];
        }
    }

    private static void cutOff(float[] passed, float[] sum) {
        for (int i = 0; i < UNITS; i++) {
            passed[i] = Math.max(sum[i], 0f);
        }
    }

    private static float product(float[] a, float[] b, float[] products) {
        for (int i = 0; i < UNITS; i++) {
            products[i] = a[i] * b[i];
        }
        for (int half = UNITS / 2; half > 4; half /= 2) {
            for (int i = 0; i < half; i++) {
                products[i] += products[i + half];
            }
        }
        return products[0]
                + products[4]
                + (products[2] + products[6])
                + (products[1] + products[5] + (products[3] + products[7]));
    }

    private static void learnNode(
            float[] row, float[] squares, float[] gradient, float[] passed, float error, float rate) {
        for (int i = 0; i < UNITS; i++) {
            float weight = row[i];
            gradient[i] += error * weight;
            float change = error * passed[i];
            float square = squares[i] + change * change;
            squares[i] = square;
            row[i] = weight - rate * change / (float) Math.sqrt(square);
        }
    }

    private static void gate(float[] gradient, float[] sum) {
        for (int i = 0; i < UNITS; i++) {
            gradient[i] = sum[i] > 0 ? gradient[i] : 0;
        }
    }

    private static void step(float[] row, float[] squares, float[] gradient, float rate) {
        for (int i = 0; i < UNITS; i++) {
            float square = squares[i] + gradient[i] * gradient[i];
            squares[i] = square;
            row[i] -= rate * gradient[i] / (float) Math.sqrt(square);
        }
    }

    private static final int SIGMOID_STEPS = 64;
    private static final int SIGMOID_LIMIT = 16;
    private static final float[] SIGMOID = new float[2 * SIGMOID_LIMIT * SIGMOID_STEPS + 2];

    static {
        for (int i = 0; i < SIGMOID.length; i++) {
            SIGMOID[i] = (float) sigmoid((double) i / SIGMOID_STEPS - SIGMOID_LIMIT);
        }
    }

    private static double sigmoid(double x) {
        return 1 / (1 + StrictMath.exp(-x));
    }

    /** Interpolates in a table, as Java's exp may differ in the last bit from one processor to another. */
    private static float sigmoid(float x) {
        float place = (Math.max(-SIGMOID_LIMIT, Math.min(SIGMOID_LIMIT, x)) + SIGMOID_LIMIT) * SIGMOID_STEPS;
        int i = (int) place;
        return SIGMOID[i] + (place - i) * (SIGMOID[i + 1] - SIGMOID[i]);
    }

    /** Makes integers of the network. */
    private final class Rounding {
        private static final float ROW_SCALE = 256;
        private static final float NODE_SCALE = 1024;
        /** The least probability of a branch, of 65536. */
        private static final int LEAST_PROBABILITY = 24;

        byte[] model() {
            ByteBuffer out =
                    ByteBuffer.allocate(Model.length(pits, layer, UNITS)).order(ByteOrder.LITTLE_ENDIAN);
            double scale = ROW_SCALE * NODE_SCALE / (1 << Model.SHIFT);
            for (int i = 0; i < Model.PROBABILITIES; i++) {
                int share = (int) (65536 * sigmoid((i - Model.PROBABILITIES / 2 + 0.5) / scale));
                out.putChar((char) Math.max(LEAST_PROBABILITY, Math.min(65536 - LEAST_PROBABILITY, share)));
            }
            for (int node = 0; node < tree.nodes(); node++) {
                out.putShort((short) tree.lower(node)).putShort((short) tree.upper(node));
                out.putInt((int) Math.rint(nodeBias[node] * ROW_SCALE * NODE_SCALE));
            }
            for (float[] row : nodeRows) {
                put(out, row, NODE_SCALE);
            }
            put(out, bias, ROW_SCALE);
            for (float[] row : rows) {
                put(out, row, ROW_SCALE);
            }
            return out.array();
        }

        private void put(ByteBuffer out, float[] row, float scale) {
            for (float number : row) {
                out.putShort((short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.rint(number * scale))));
            }
        }
    }
}
