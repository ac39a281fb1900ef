package granary.compressed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The network of a compressed layer, all integers. Its first layer adds up one row of 16-bit numbers for each input and sets negative
 * sums to 0. A binary tree over the scores follows: at each node, a product with a row of weights gives the probability that the
 * score is in the upper branch.
 *
 * <p>Several numbers lie in one long, and are added up at once, if no sum of this model can leave 16 bits, nor a product 32: so it is with
 * those that were trained. Of another model each number has a long of its own. Immutable; any number of threads may use it, each
 * with a {@link Network} of its own.
 */
public final class Model {
    /** Entries in the table of probabilities. */
    public static final int PROBABILITIES = 2048;

    /** A product is shifted right by this much to make a place in the table of probabilities. */
    public static final int SHIFT = 11;

    /** The numbers in a long of a narrow model, 16 bits each; those of negative ones take 1 from the next. */
    private static final int LANES = 4;

    final Layout layout;
    /** True if no sum can leave 16 bits, nor the sum of products in the lower half of a long its 32. */
    final boolean isNarrow;

    private final int left;
    /** By input row: its numbers. The last row, which no input chooses, holds zeros. */
    final long[][] rows;

    /** The initial sums; of a narrow model 2^15 more in each lane. */
    final long[] bias;

    /**
     * By node: the bias, for the unit 1 that stands in front, then the weights. A long of a narrow model has two of them, crosswise: a + b
     * 2^32 times v + u 2^32 has a u + b v in its upper half.
     */
    final long[][] nodeRows;

    /** By node: the children of the lower and the upper branch. A node's number, or -1 - v for the score v - n. */
    private final short[] branches;

    /** The probability of the upper branch, of 65536. */
    private final char[] probabilities = new char[PROBABILITIES];

    private Model(Layout layout, int units, ByteBuffer in) {
        this.layout = layout;
        in.asCharBuffer().get(probabilities);
        in.position(Character.BYTES * PROBABILITIES);
        int nodes = nodes(layout.seeds);
        this.branches = new short[2 * nodes];
        int[] nodeBias = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            branches[2 * node] = in.getShort();
            branches[2 * node + 1] = in.getShort();
            nodeBias[node] = in.getInt();
        }
        short[][] weights = read(in, nodes, units);
        short[] start = read(in, 1, units)[0];
        short[][] vectors = read(in, layout.rows, units);
        this.isNarrow = isNarrow(layout, start, vectors, weights);
        this.left = isNarrow ? 0 : Integer.SIZE;
        this.bias = lanes(start);
        for (int i = 0; isNarrow && i < bias.length; i++) {
            bias[i] += 0x8000_8000_8000_8000L;
        }
        this.rows = new long[layout.rows + 1][];
        Arrays.setAll(rows, row -> lanes(row < layout.rows ? vectors[row] : new short[units]));
        this.nodeRows = new long[nodes][];
        Arrays.setAll(nodeRows, node -> nodeRow(nodeBias[node], weights[node]));
    }

    private static short[][] read(ByteBuffer in, int rows, int units) {
        short[][] read = new short[rows][units];
        for (short[] row : read) {
            in.asShortBuffer().get(row);
            in.position(in.position() + Short.BYTES * units);
        }
        return read;
    }

    private static boolean isNarrow(Layout layout, short[] start, short[][] vectors, short[]... weights) {
        long most = most(start);
        for (int group = 0; group < layout.first.length; group++) {
            int end = group + 1 < layout.first.length ? layout.first[group + 1] : layout.rows;
            most += most(Arrays.copyOfRange(vectors, layout.first[group], end));
        }
        return most <= Short.MAX_VALUE && most * most(weights) * start.length <= Integer.MAX_VALUE;
    }

    private static int most(short[]... rows) {
        int most = 0;
        for (short[] row : rows) {
            for (short number : row) {
                most = Math.max(most, Math.abs(number));
            }
        }
        return most;
    }

    private long[] lanes(short... row) {
        int count = isNarrow ? LANES : 1;
        long[] lanes = new long[(row.length + count - 1) / count];
        for (int i = 0; i < row.length; i++) {
            lanes[i / count] += (long) row[i] << Short.SIZE * (i % count);
        }
        return lanes;
    }

    private long[] nodeRow(int nodeBias, short... weights) {
        int longs = bias.length;
        long[] row = new long[1 + (isNarrow ? 2 : 1) * longs];
        // Half of the lower half, so that what is added there never takes 1 from the upper.
        row[0] = isNarrow ? ((long) nodeBias << Integer.SIZE) + (1L << Integer.SIZE - 1) : nodeBias;
        for (int i = 0; i < weights.length; i++) {
            if (isNarrow) {
                row[1 + i / LANES + i % 2 * longs] += (long) weights[i] << (i % LANES < 2 ? Integer.SIZE : 0);
            } else {
                row[1 + i] = weights[i];
            }
        }
        return row;
    }

    private static int nodes(int seeds) {
        return 2 * seeds;
    }

    /**
     * Returns the length of a model.
     *
     * @param pits pits on the board
     * @param seeds the layer
     * @param units numbers in a row
     * @return bytes
     */
    public static int length(int pits, int seeds, int units) {
        return 2 * PROBABILITIES + nodes(seeds) * (8 + 2 * units) + 2 * units * (1 + new Layout(pits, seeds).rows);
    }

    /**
     * Reads a model: probabilities, nodes (lower, upper, bias), rows of the nodes, bias, rows of the inputs.
     *
     * @param pits pits on the board
     * @param seeds the layer
     * @param units numbers in a row
     * @param bytes {@link #length} bytes
     * @return the model; null when a branch does not lead to a later node or to a score
     */
    public static Model parse(int pits, int seeds, int units, byte[] bytes) {
        Model model =
                new Model(new Layout(pits, seeds), units, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        for (int i = 0; i < model.branches.length; i++) {
            int branch = model.branches[i];
            if (branch < 0 ? branch < -1 - 2 * seeds : branch <= i / 2 || branch >= nodes(seeds)) {
                return null;
            }
        }
        return model;
    }

    /** Returns the branch of a node: another node, or -1 - v for the score v - n. */
    public int branch(int node, boolean isUpper) {
        return branches[2 * node + (isUpper ? 1 : 0)];
    }

    /** Returns the probability of the upper branch of a node, of 65536, after the product of its weights with the units. */
    int probability(long product) {
        int place = (int) (product << left >> Integer.SIZE + SHIFT) + PROBABILITIES / 2;
        return probabilities[Math.max(0, Math.min(PROBABILITIES - 1, place))];
    }
}
