package granary.builder.compress.training;

import granary.awari.Awari;
import granary.builder.InvalidRequestException;
import granary.builder.sweep.kernel.VectorModule;
import granary.compressed.BlockWalk;
import granary.compressed.Model;
import granary.format.LayerTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Trains the network of a layer on halves of blocks that are drawn at random, by AdaGrad (J. Duchi, E. Hazan and Y. Singer, Adaptive
 * Subgradient Methods, 2011). Everything has a fixed order, and Java's floating-point numbers have one result on every processor, so
 * that a layer always gets the same model. One thread uses a training.
 */
public final class Training {
    /** Models that are trained at a time, if there are as many threads. */
    private static final int MOST_AT_A_TIME = 8;

    /** Numbers in a row. With 128, a layer of 20 seeds takes 2 % less, and everything takes twice as long. */
    public static final int UNITS = 64;

    private static final float RATE = 0.05f;
    /** The last rate as a share of the first. */
    private static final float LAST_RATE = 0.05f;

    private static final float FIRST_BIAS = 0.1f;
    private static final float FIRST_WEIGHT = 0.15f;

    /** The number of times that a position is seen if that makes fewer than {@link #LEAST}. */
    private static final int PASSES = 4;

    private static final long LEAST = 4_000_000;
    private static final long MOST = 60_000_000;
    /** Of larger layers, one position in this number is seen. */
    private static final int SHARE = 24;

    private final LayerTable scores;
    private final int pits;
    private final int layer;
    private final BlockWalk walk;
    private final int fast;
    private final int[] sample = new int[BlockWalk.HALF];
    private final ScoreTree tree;
    private long random;

    // The rows: those of the inputs, the bias, those of the nodes; of one position the sums of the first layer, the
    // values that pass on, and their gradient; of one run the sums and the gradient.
    private final RowMath math;
    private final int bias;
    /** The bias and the rows of a run. */
    private final int[] ofRun;

    private final int firstNode;
    private final int sum;
    private final int passed;
    private final int gradient;
    private final int slow;
    private final int slowGradient;

    private final float[] nodeBias;
    private final float[] nodeBiasSquares;

    /**
     * Makes a training, with weights that the layer determines.
     *
     * @param game awari
     * @param layer the number of seeds, 1 or more
     * @param scores the layer's scores
     * @throws InvalidRequestException as {@link #requireVectors}
     */
    public Training(Awari game, int layer, LayerTable scores) {
        requireVectors();
        this.scores = scores;
        this.pits = game.cells();
        this.layer = layer;
        this.walk = new BlockWalk(game, layer);
        this.fast = walk.fastInputs();
        this.random = 0x9E3779B97F4A7C15L * (layer + 1);
        float[] first = new float[walk.rows() * UNITS];
        for (int i = 0; i < first.length; i++) {
            first[i] = (nextRandom() >>> 40) * (2 * FIRST_WEIGHT / (1 << 24)) - FIRST_WEIGHT;
        }
        this.tree = new ScoreTree(frequencies());
        this.bias = walk.rows();
        this.ofRun = new int[1 + walk.inputs().length - fast];
        ofRun[0] = bias;
        this.firstNode = bias + 1;
        this.sum = firstNode + tree.nodes();
        this.passed = sum + 1;
        this.gradient = sum + 2;
        this.slow = sum + 3;
        this.slowGradient = sum + 4;
        this.math = new RowMath(sum + 5);
        for (int i = 0; i < first.length; i++) {
            math.set(i / UNITS, i % UNITS, first[i]);
        }
        math.fill(bias, FIRST_BIAS);
        this.nodeBias = new float[tree.nodes()];
        this.nodeBiasSquares = new float[tree.nodes()];
        Arrays.fill(nodeBiasSquares, RowMath.FIRST_SQUARE);
    }

    /**
     * Loads Java's vector module, without which there is no training.
     *
     * @throws InvalidRequestException when it is absent
     */
    public static void requireVectors() {
        if (!VectorModule.isPresent()) {
            throw new InvalidRequestException(
                    "compressing needs Java's vector module: start with the launcher 'granary' or"
                            + " with java --add-modules=jdk.incubator.vector");
        }
    }

    /** Returns the number of positions of a layer that a training sees. */
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

    /** Draws half a block, reads its scores into the sample, and returns its number. */
    private long nextHalf() {
        long halves = Math.max(1, scores.positions() / BlockWalk.HALF);
        long half = Long.remainderUnsigned(nextRandom(), halves);
        scores.values(half * BlockWalk.HALF, length(), sample, 0);
        return half;
    }

    private int length() {
        return (int) Math.min(BlockWalk.HALF, scores.positions());
    }

    private long[] frequencies() {
        long[] frequencies = new long[2 * layer + 1];
        Arrays.fill(frequencies, 1);
        for (int i = 0; i < 2000; i++) {
            nextHalf();
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
    public byte[] run(BooleanSupplier stops) {
        long total = positions(scores.positions());
        for (long done = 0; done < total; done += length()) {
            if (stops.getAsBoolean()) {
                return null;
            }
            learn(nextHalf(), RATE * (1 - (1 - LAST_RATE) * done / total));
        }
        return new Rounding().model();
    }

    private void learn(long half, float rate) {
        walk.start(half);
        int[] in = walk.inputs();
        boolean begins = true;
        for (int i = 0; i < length(); i++) {
            if (begins) {
                System.arraycopy(in, fast, ofRun, 1, ofRun.length - 1);
                math.sum(slow, bias, ofRun, 1, ofRun.length);
                math.fill(slowGradient, 0);
            }
            if (walk.isStored()) {
                learn(sample[i] + layer, rate);
            } else {
                walk.skip();
            }
            boolean ends = i == length() - 1 || walk.isLastOfRun();
            if (ends) {
                math.step(ofRun, 0, ofRun.length, slowGradient, rate);
            }
            begins = i < length() - 1 && !walk.next();
        }
    }

    private void learn(int value, float rate) {
        walk.look();
        int[] in = walk.inputs();
        math.sum(sum, slow, in, 0, fast);
        math.cutOff(passed, sum);
        math.fill(gradient, 0);
        for (int step : tree.path(value)) {
            int node = step >> 1;
            float error = sigmoid(nodeBias[node] + math.product(firstNode + node, passed)) - (step & 1);
            math.learn(firstNode + node, passed, error, gradient, rate);
            nodeBiasSquares[node] += error * error;
            nodeBias[node] -= rate * error / (float) Math.sqrt(nodeBiasSquares[node]);
        }
        math.gate(gradient, passed);
        math.step(in, 0, fast, gradient, rate);
        math.add(slowGradient, gradient);
        walk.set(value);
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
            for (int node = 0; node < tree.nodes(); node++) {
                put(out, firstNode + node, NODE_SCALE);
            }
            put(out, bias, ROW_SCALE);
            for (int row = 0; row < bias; row++) {
                put(out, row, ROW_SCALE);
            }
            return out.array();
        }

        private void put(ByteBuffer out, int row, float scale) {
            for (int i = 0; i < UNITS; i++) {
                double number = Math.rint(math.get(row, i) * scale);
                out.putShort((short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, number)));
            }
        }
    }

    /** Returns the number of models that are trained at a time, in addition to the threads that encode. A training takes one thread. */
    public static int atATime(int threads) {
        return Math.min(threads, MOST_AT_A_TIME);
    }
}
