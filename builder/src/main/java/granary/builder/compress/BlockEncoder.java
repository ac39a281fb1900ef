package granary.builder.compress;

import granary.awari.Awari;
import granary.compressed.BlockDecoder;
import granary.compressed.BlockWalk;
import granary.compressed.Model;
import granary.compressed.Network;
import java.util.Arrays;

/** Encodes blocks of a layer, as {@link BlockDecoder} decodes them. One thread uses an encoder. */
final class BlockEncoder {
    private final BlockWalk walk;
    private final Network network;
    private final int layer;
    /** By value: the decisions that lead to it, twice the node and 1 more for the upper branch. */
    private final int[][] paths;

    private final HalfCode first = new HalfCode();
    private final HalfCode second = new HalfCode();
    private final byte[] bytes = new byte[BlockWalk.BLOCK];

    /**
     * Makes an encoder.
     *
     * @param game awari
     * @param layer the number of seeds
     * @param model the layer's model
     */
    public BlockEncoder(Awari game, int layer, Model model) {
        this.walk = new BlockWalk(game, layer);
        this.network = new Network(model);
        this.layer = layer;
        this.paths = new int[2 * layer + 1][];
        findPaths(model, 0);
    }

    private void findPaths(Model model, int node, int... path) {
        if (node < 0) {
            paths[-1 - node] = path;
            return;
        }
        for (int upper = 0; upper < 2; upper++) {
            int[] longer = Arrays.copyOf(path, path.length + 1);
            longer[path.length] = 2 * node + upper;
            findPaths(model, model.branch(node, upper == 1), longer);
        }
    }

    /** Returns the bytes of the block that was encoded last, from index 0 on. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Encodes a block.
     *
     * @param block the block's number
     * @param scores holds the scores of its positions, from index {@code at} on
     * @param count their number
     * @return the block's length byte
     */
    public int encode(long block, int[] scores, int at, int count) {
        int middle = Math.min(count, BlockWalk.HALF);
        encode(first, 2 * block, scores, at, middle);
        if (count > middle) {
            encode(second, 2 * block + 1, scores, at + middle, count - middle);
        } else {
            second.begin();
        }
        int length = HalfCode.join(first, second, bytes);
        if (length < BlockDecoder.RAW) {
            return length;
        }
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (scores[at + i] + layer);
        }
        return BlockDecoder.RAW;
    }

    private void encode(HalfCode code, long half, int[] scores, int at, int count) {
        code.begin();
        walk.start(half);
        network.start();
        for (int i = 0; ; i++) {
            if (!walk.isStored()) {
                walk.skip();
            } else {
                network.see(walk);
                int value = scores[at + i] + layer;
                for (int step : paths[value]) {
                    code.put((step & 1) == 1, network.probability(step >> 1));
                }
                walk.set(value);
            }
            if (i == count - 1) {
                return;
            }
            walk.next();
        }
    }
}
