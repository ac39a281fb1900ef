package granary.plain;

import static granary.plain.Header.refuseUnless;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The network of a compressed layer. Its numbers may be changed. */
public final class Model {
    /** Probabilities of upper branches, of 65536. */
    public final int[] table = new int[2048];
    /** By node: the lower and the upper branch, a later node or -1 - digit. */
    public final short[][] branches;

    public final int[] nodeBias;
    public final short[][] nodeVectors;
    public final short[] bias;
    public final short[][] vectors;

    /** Makes a model of zeros, for boards with some pits and seeds, with vectors of some units. */
    public Model(int pits, int seeds, int units) {
        branches = new short[2 * seeds][2];
        nodeBias = new int[2 * seeds];
        nodeVectors = new short[2 * seeds][units];
        bias = new short[units];
        vectors = new short[Inputs.count(pits, seeds)][units];
    }

    /** Returns the model of some bytes; refuses a tree in which a step leads neither to a later node nor to a digit. */
    static Model read(byte[] bytes, int pits, int seeds, int units) {
        Model model = new Model(pits, seeds, units);
        refuseUnless(bytes.length == model.bytes().length, "length of the model");
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < model.table.length; i++) {
            model.table[i] = Short.toUnsignedInt(in.getShort());
        }
        for (int node = 0; node < 2 * seeds; node++) {
            for (int branch = 0; branch < 2; branch++) {
                int to = in.getShort();
                refuseUnless(to < 0 ? to >= -1 - 2 * seeds : to > node && to < 2 * seeds, "branch of the tree");
                model.branches[node][branch] = (short) to;
            }
            model.nodeBias[node] = in.getInt();
        }
        for (short[][] rows : new short[][][] {model.nodeVectors, {model.bias}, model.vectors}) {
            for (short[] row : rows) {
                for (int unit = 0; unit < units; unit++) {
                    row[unit] = in.getShort();
                }
            }
        }
        return model;
    }

    /** Returns the bytes of the model. */
    public byte[] bytes() {
        int units = bias.length;
        int length = 4096 + branches.length * (8 + 2 * units) + 2 * units * (1 + vectors.length);
        ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (int probability : table) {
            out.putShort((short) probability);
        }
        for (int node = 0; node < branches.length; node++) {
            out.putShort(branches[node][0]).putShort(branches[node][1]).putInt(nodeBias[node]);
        }
        for (short[][] rows : new short[][][] {nodeVectors, {bias}, vectors}) {
            for (short[] row : rows) {
                for (short number : row) {
                    out.putShort(number);
                }
            }
        }
        return out.array();
    }

    /** Returns the units of a board that chooses some input vectors. */
    public int[] units(int... inputs) {
        int[] units = new int[bias.length];
        for (int unit = 0; unit < units.length; unit++) {
            int sum = bias[unit];
            for (int input : inputs) {
                sum += vectors[input][unit];
            }
            units[unit] = Math.max(0, (short) sum);
        }
        return units;
    }

    /** Returns the product at a node, its bias added. */
    public int product(int node, int... units) {
        int product = nodeBias[node];
        for (int unit = 0; unit < units.length; unit++) {
            product += units[unit] * nodeVectors[node][unit];
        }
        return product;
    }

    /** Returns the probability of the upper branch of a node, of 65536. */
    public int probability(int node, int... units) {
        int index = Math.floorDiv(product(node, units), 2048) + 1024;
        return table[Math.max(0, Math.min(2047, index))];
    }
}
