package granary.sealed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The network of a sealed layer, all integers. Its first layer adds up one row of 16-bit numbers for each input and sets negative
 * sums to 0. A binary tree over the scores follows: at each node, a product with a row of weights tells how probable it is that the
 * score is in the upper branch.
 *
 * <p>The loops are written so that Java's compiler makes vector instructions of them: each over arrays of its own, few arrays at a
 * time, and products in pairs. Immutable; any number of threads may use it.
 */
public final class Model {
    /** Entries in the table of probabilities. */
    public static final int PROBABILITIES = 2048;

    /** A product is shifted right by this much to make a place in the table of probabilities. */
    public static final int SHIFT = 11;

    private final Layout layout;
    private final int units;
    /** By input row and unit. */
    private final short[][] rows;

    private final short[] bias;
    /** By node: the children of the lower and the upper branch. A node's number, or -1 - v for the score v - n. */
    private final short[] lower;

    private final short[] upper;
    private final int[] nodeBias;
    private final short[][] nodeRows;
    /** The probability of the upper branch, of 65536. */
    private final char[] probabilities = new char[PROBABILITIES];

    private Model(Layout layout, int units) {
        this.layout = layout;
        this.units = units;
        this.rows = new short[layout.rows][units];
        this.bias = new short[units];
        int nodes = nodes(layout.seeds);
        this.lower = new short[nodes];
        this.upper = new short[nodes];
        this.nodeBias = new int[nodes];
        this.nodeRows = new short[nodes][units];
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
        Model model = new Model(new Layout(pits, seeds), units);
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < PROBABILITIES; i++) {
            model.probabilities[i] = in.getChar();
        }
        for (int node = 0; node < model.lower.length; node++) {
            model.lower[node] = in.getShort();
            model.upper[node] = in.getShort();
            model.nodeBias[node] = in.getInt();
            if (!model.leadsOn(node, model.lower[node]) || !model.leadsOn(node, model.upper[node])) {
                return null;
            }
        }
        for (short[] row : model.nodeRows) {
            read(in, row);
        }
        read(in, model.bias);
        for (short[] row : model.rows) {
            read(in, row);
        }
        return model;
    }

    private static void read(ByteBuffer in, short... row) {
        in.asShortBuffer().get(row);
        in.position(in.position() + Short.BYTES * row.length);
    }

    private boolean leadsOn(int node, int branch) {
        return branch < 0 ? branch >= -1 - 2 * layout.seeds : branch > node && branch < lower.length;
    }

    /** Returns the numbers in a row. */
    public int units() {
        return units;
    }

    /** Returns the branch of a node: another node, or -1 - v for the score v - n. */
    public int branch(int node, boolean isUpper) {
        return isUpper ? upper[node] : lower[node];
    }

    /** What a thread needs to use a model. */
    public static final class Memory {
        private final short[] slow;
        private final short[] sum;
        private final int[] products;
        /** The inputs that {@code slow} is the sum of; -1 at first. */
        private final int[] summed;

        private Memory(int units, int inputs) {
            slow = new short[units];
            sum = new short[units];
            products = new int[units / 2];
            summed = new int[inputs];
        }
    }

    /** Returns working memory for this model or others of its layout and units. */
    public Memory memory() {
        return new Memory(units, layout.first.length);
    }

    /** Begins the sums of a block: the inputs of its first run in full. */
    public void start(BlockWalk walk, Memory memory) {
        int[] in = walk.inputs();
        System.arraycopy(bias, 0, memory.slow, 0, units);
        for (int group = layout.fast; group < in.length; group++) {
            add(memory.slow, rows[in[group]]);
            memory.summed[group] = in[group];
        }
    }

    /** Goes on to the next run: most of its inputs are those of the run before. */
    public void change(BlockWalk walk, Memory memory) {
        int[] in = walk.inputs();
        for (int group = layout.fast; group < in.length; group++) {
            int input = in[group];
            int before = memory.summed[group];
            if (input != before) {
                replace(memory.slow, rows[before], rows[input]);
                memory.summed[group] = input;
            }
        }
    }

    /** Works out the hidden units of the board. */
    public void see(BlockWalk walk, Memory memory) {
        walk.look();
        int[] in = walk.inputs();
        short[] sum = memory.sum;
        add(sum, memory.slow, rows[in[0]], rows[in[1]], rows[in[2]], rows[in[3]]);
        int group = 4;
        for (; group + 4 <= layout.fast; group += 4) {
            add(sum, sum, rows[in[group]], rows[in[group + 1]], rows[in[group + 2]], rows[in[group + 3]]);
        }
        for (; group < layout.fast; group++) {
            add(sum, rows[in[group]]);
        }
        cutOff(sum);
    }

    /** Returns the probability of the upper branch of a node, of 65536. */
    public int probability(int node, Memory memory) {
        int place =
                (product(memory.sum, nodeRows[node], memory.products) + nodeBias[node] >> SHIFT) + PROBABILITIES / 2;
        return probabilities[Math.max(0, Math.min(PROBABILITIES - 1, place))];
    }

    private static void add(short[] sum, short[] row) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += row[i];
        }
    }

    private static void replace(short[] sum, short[] before, short[] after) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (short) (sum[i] - before[i] + after[i]);
        }
    }

    private static void add(short[] sum, short[] base, short[] a, short[] b, short[] c, short[] d) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (short) (base[i] + a[i] + b[i] + c[i] + d[i]);
        }
    }

    /** Sets negative numbers to 0. (Java's compiler makes no vector instruction of Math.max for shorts.) */
    private static void cutOff(short... sum) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (short) (sum[i] & ~(sum[i] >> 15));
        }
    }

    private static int product(short[] a, short[] b, int[] products) {
        for (int i = 0; i < products.length; i++) {
            products[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
        }
        int sum = 0;
        for (int product : products) {
            sum += product;
        }
        return sum;
    }
}
