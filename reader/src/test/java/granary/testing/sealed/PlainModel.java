package granary.testing.sealed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * The network of a sealed layer, straight from the format's description and without any care for speed. Whoever makes one may
 * change its numbers.
 */
public final class PlainModel {
    private static final int MOST_WEIGHT = 600;
    private static final int MOST_NODE_WEIGHT = 90;
    private static final int MOST_NODE_BIAS = 200_000;

    /** The table of probabilities. */
    public final int[] table = new int[2048];

    /** By node: the lower and the upper branch, a later node or -1 - v. */
    public final short[][] branches;

    public final int[] nodeBias;
    public final short[][] nodeRows;
    public final short[] bias;
    public final short[][] rows;

    private int nodes;

    /**
     * Makes a network that finds all scores about equally likely: a balanced tree, and 0 everywhere else.
     *
     * @param pits pits on the board
     * @param seeds the layer
     * @param units numbers in a row
     */
    public PlainModel(int pits, int seeds, int units) {
        branches = new short[2 * seeds][2];
        nodeBias = new int[2 * seeds];
        nodeRows = new short[2 * seeds][units];
        bias = new short[units];
        rows = new short[PlainInputs.rows(pits, seeds)][units];
        for (int i = 0; i < table.length; i++) {
            // Anything that grows will do; this needs no function that rounds.
            int x = i - table.length / 2;
            table[i] = 32768 + x * 31_000 / (Math.abs(x) + 512);
        }
        split(0, 2 * seeds + 1);
    }

    /** Makes a network of numbers that a seed determines. */
    public static PlainModel random(int pits, int seeds, int units, long randomSeed) {
        PlainModel network = new PlainModel(pits, seeds, units);
        Random random = new Random(randomSeed);
        fill(network.bias, random, MOST_WEIGHT);
        for (short[] row : network.rows) {
            fill(row, random, MOST_WEIGHT);
        }
        for (int node = 0; node < network.nodeBias.length; node++) {
            fill(network.nodeRows[node], random, MOST_NODE_WEIGHT);
            network.nodeBias[node] = random.nextInt(2 * MOST_NODE_BIAS + 1) - MOST_NODE_BIAS;
        }
        return network;
    }

    private static void fill(short[] row, Random random, int most) {
        for (int i = 0; i < row.length; i++) {
            row[i] = (short) (random.nextInt(2 * most + 1) - most);
        }
    }

    private int split(int from, int to) {
        if (to - from == 1) {
            return -1 - from;
        }
        int node = nodes++;
        int middle = from + to >>> 1;
        branches[node][0] = (short) split(from, middle);
        branches[node][1] = (short) split(middle, to);
        return node;
    }

    /** Returns the bytes of the model. */
    public byte[] bytes() {
        int units = bias.length;
        ByteBuffer bytes = ByteBuffer.allocate(
                        2 * table.length + branches.length * (8 + 2 * units) + 2 * units * (1 + rows.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int probability : table) {
            bytes.putShort((short) probability);
        }
        for (int node = 0; node < branches.length; node++) {
            bytes.putShort(branches[node][0]).putShort(branches[node][1]).putInt(nodeBias[node]);
        }
        for (short[] row : nodeRows) {
            put(bytes, row);
        }
        put(bytes, bias);
        for (short[] row : rows) {
            put(bytes, row);
        }
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, short... row) {
        for (short number : row) {
            bytes.putShort(number);
        }
    }

    /** Returns the hidden units of a board whose inputs choose some rows. */
    public int[] hidden(int... inputs) {
        int[] hidden = new int[bias.length];
        for (int unit = 0; unit < hidden.length; unit++) {
            int sum = bias[unit];
            for (int input : inputs) {
                sum += rows[input][unit];
            }
            hidden[unit] = Math.max(0, (short) sum);
        }
        return hidden;
    }

    /** Returns the product at a node, its bias added. */
    public int product(int node, int... hidden) {
        int product = nodeBias[node];
        for (int unit = 0; unit < hidden.length; unit++) {
            product += hidden[unit] * nodeRows[node][unit];
        }
        return product;
    }

    /** Returns the probability of the upper branch of a node, of 65536. */
    public int probability(int node, int... hidden) {
        int place = Math.floorDiv(product(node, hidden), 2048) + 1024;
        return table[Math.max(0, Math.min(2047, place))];
    }
}
