package granary.compressed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The network of a compressed layer, all integers. Its first layer adds up one row of 16-bit numbers for each input and sets negative
 * sums to 0. A binary tree over the scores follows: at each node, a product with a row of weights tells how probable it is that the
 * score is in the upper branch.
 *
 * <p>Immutable; any number of threads may use it, each with a {@link #network} of its own.
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

    /** Returns a network that uses this model, for one thread. */
    public Network network() {
        return new PlainNetwork(this);
    }

    /** Returns the inputs that {@link BlockWalk#inputs} gives. */
    int inputs() {
        return layout.first.length;
    }

    /** Returns the number of rows of inputs. */
    public int rows() {
        return rows.length;
    }

    /** Returns the row of an input; not to be changed. */
    public short[] row(int input) {
        return rows[input];
    }

    /** Returns the initial values of the sums; not to be changed. */
    public short[] bias() {
        return bias;
    }

    /** Returns the number of nodes. */
    public int nodes() {
        return nodeRows.length;
    }

    /** Returns the weights of a node; not to be changed. */
    public short[] nodeRow(int node) {
        return nodeRows[node];
    }

    /** Returns the probability of the upper branch of a node, of 65536, after the product of its weights with the units. */
    int probability(int node, int product) {
        int place = (product + nodeBias[node] >> SHIFT) + PROBABILITIES / 2;
        return probabilities[Math.max(0, Math.min(PROBABILITIES - 1, place))];
    }
}
