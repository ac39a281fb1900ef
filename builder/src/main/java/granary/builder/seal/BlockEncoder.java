package granary.builder.seal;

import granary.awari.Awari;
import granary.format.StoringRule;
import granary.sealed.BlockDecoder;
import granary.sealed.BlockWalk;
import granary.sealed.Model;
import granary.sealed.Network;
import java.util.ArrayDeque;
import java.util.Deque;

/** Encodes blocks of a layer, as {@link BlockDecoder} decodes them. One thread uses an encoder. */
final class BlockEncoder {
    /** The longest block that is not stored as it is. */
    private static final int LONGEST = BlockDecoder.PLAIN - 1;

    private final BlockWalk walk;
    private final Model model;
    private final Network network;
    private final int layer;
    /** By value: the decisions that lead to it, twice the node and 1 more for the upper branch. */
    private final int[][] paths;

    /** Holds the longest block, and what the last decision may add to one that is longer. */
    private final byte[] bytes = new byte[BlockWalk.BLOCK + 64];

    private int low;
    private int high;
    private int length;

    BlockEncoder(Awari game, int layer, StoringRule rule, Model model, Network network) {
        this.walk = new BlockWalk(game, layer, rule);
        this.model = model;
        this.network = network;
        this.layer = layer;
        this.paths = new int[2 * layer + 1][];
        findPaths(0, new ArrayDeque<>());
    }

    private void findPaths(int node, Deque<Integer> path) {
        if (node < 0) {
            paths[-1 - node] = path.stream().mapToInt(Integer::intValue).toArray();
            return;
        }
        for (int upper = 0; upper < 2; upper++) {
            path.addLast(2 * node + upper);
            findPaths(model.branch(node, upper == 1), path);
            path.removeLast();
        }
    }

    /** Returns the bytes of the block that was encoded last, from index 0 on. */
    byte[] bytes() {
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
    int encode(long block, int[] scores, int at, int count) {
        low = 0;
        high = -1;
        length = 0;
        walk.start(block);
        network.start(walk);
        boolean isSummed = true;
        for (int i = 0; ; i++) {
            if (!walk.isStored()) {
                walk.skip();
            } else if (length > LONGEST) {
                walk.set(scores[at + i] + layer);
            } else {
                if (!isSummed) {
                    network.change(walk);
                    isSummed = true;
                }
                network.see(walk);
                put(scores[at + i] + layer);
            }
            if (i == count - 1) {
                break;
            }
            isSummed &= walk.next();
        }
        finish();
        if (length > LONGEST) {
            System.arraycopy(walk.values(), 0, bytes, 0, count);
            return BlockDecoder.PLAIN;
        }
        return length;
    }

    private void put(int value) {
        for (int step : paths[value]) {
            int split = low + (int) ((high - low & 0xffff_ffffL) * network.probability(step >> 1) >>> 16);
            if ((step & 1) == 1) {
                high = split;
            } else {
                low = split + 1;
            }
            while ((low ^ high) >>> 24 == 0) {
                if (length < bytes.length) {
                    bytes[length] = (byte) (high >>> 24);
                }
                length++;
                low <<= 8;
                high = high << 8 | 0xff;
            }
        }
        walk.set(value);
    }

    /** Adds the byte that leads into the interval when zeros follow, and leaves zeros at the end away. */
    private void finish() {
        if (low != 0 && length < bytes.length) {
            bytes[length++] = (byte) (high >>> 24); // the highest byte of low is smaller
        }
        while (length > 0 && length <= bytes.length && bytes[length - 1] == 0) {
            length--;
        }
    }
}
