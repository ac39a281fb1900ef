package granary.sealed;

import granary.awari.Awari;
import granary.format.StoringRule;

/**
 * Decodes blocks of a sealed layer. A 32-bit binary arithmetic decoder as in M. Mahoney's PAQ: an interval of numbers, of which each
 * branch of the tree takes its share. One thread uses a decoder.
 */
public final class BlockDecoder {
    /** The length byte of a block whose values stand there as they are, a byte each. */
    public static final int PLAIN = 255;

    private final BlockWalk walk;
    private final Model model;
    private final Network network;

    // The interval, the number within it, and where the next byte comes from.
    private int low;
    private int high;
    private int number;
    private byte[] bytes;
    private int at;
    private int end;

    /**
     * Makes a decoder for a layer.
     *
     * @param game awari
     * @param layer the number of seeds
     * @param rule decides which positions are stored
     * @param model the layer's
     * @param network uses the model
     */
    public BlockDecoder(Awari game, int layer, StoringRule rule, Model model, Network network) {
        this.walk = new BlockWalk(game, layer, rule);
        this.model = model;
        this.network = network;
    }

    /**
     * Decodes the first positions of a block.
     *
     * @param block the block's number
     * @param from holds the block's bytes
     * @param start index of the first of them
     * @param length their number
     * @param count how many positions, 1 .. {@link BlockWalk#BLOCK} and not beyond the layer
     * @param values receives score + n of each, and {@code none} of those that are not stored, from index 0 on
     */
    public void decode(long block, byte[] from, int start, int length, int count, byte[] values) {
        if (length == PLAIN) {
            copy(block, from, start, count, values);
            return;
        }
        bytes = from;
        at = start;
        end = start + length;
        low = 0;
        high = -1;
        number = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            number = number << 8 | nextByte();
        }
        walk.start(block);
        network.start(walk);
        boolean isSummed = true;
        while (true) {
            if (walk.isStored()) {
                if (!isSummed) {
                    network.change(walk);
                    isSummed = true;
                }
                network.see(walk);
                walk.set(nextValue());
            } else {
                walk.skip();
            }
            if (walk.index() == count - 1) {
                break;
            }
            isSummed &= walk.next();
        }
        System.arraycopy(walk.values(), 0, values, 0, count);
    }

    /**
     * Copies a block that stands there as it is. Bytes of positions that are not stored mean nothing; where a score is stored, what
     * stands for none becomes a value that is no score.
     */
    private void copy(long block, byte[] from, int start, int count, byte[] values) {
        System.arraycopy(from, start, values, 0, count);
        walk.start(block);
        while (true) {
            int index = walk.index();
            walk.skip();
            byte none = walk.values()[index];
            if (!walk.isStored()) {
                values[index] = none;
            } else if (values[index] == none) {
                values[index] = -1;
            }
            if (index == count - 1) {
                return;
            }
            walk.next();
        }
    }

    private int nextValue() {
        int node = 0;
        do {
            int split = low + (int) ((high - low & 0xffff_ffffL) * network.probability(node) >>> 16);
            boolean isUpper = Integer.compareUnsigned(number, split) <= 0;
            if (isUpper) {
                high = split;
            } else {
                low = split + 1;
            }
            node = model.branch(node, isUpper);
            while ((low ^ high) >>> 24 == 0) {
                low <<= 8;
                high = high << 8 | 0xff;
                number = number << 8 | nextByte();
            }
        } while (node >= 0);
        return -1 - node;
    }

    /** Returns the next byte of the block, 0 behind its end. */
    private int nextByte() {
        return at < end ? bytes[at++] & 0xff : 0;
    }
}
