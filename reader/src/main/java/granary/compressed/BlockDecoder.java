package granary.compressed;

import granary.awari.Awari;

/**
 * Decodes blocks of a compressed layer, each half by itself: the first from the block's first byte on, the second from its last byte
 * back. A 32-bit binary arithmetic decoder as in M. Mahoney's PAQ: an interval of numbers, of which each branch of the tree takes
 * its share. One thread uses a decoder.
 */
public final class BlockDecoder {
    /** The length byte of a raw block, which holds its values as they are, a byte each. */
    public static final int RAW = 255;

    private final BlockWalk walk;
    private final Model model;
    private final Network network;
    private final int mostValue;

    // The interval, the number within it, and the source of the next byte.
    private int low;
    private int high;
    private int number;
    private byte[] bytes;
    private int at;
    private int step;
    private int left;

    /**
     * Makes a decoder for a layer.
     *
     * @param game awari
     * @param layer the number of seeds
     * @param model the layer's
     */
    public BlockDecoder(Awari game, int layer, Model model) {
        this.walk = new BlockWalk(game, layer);
        this.model = model;
        this.network = new Network(model);
        this.mostValue = 2 * layer;
    }

    /**
     * Decodes the first positions of half a block.
     *
     * @param half the number of the half; those of block k are 2k and 2k + 1
     * @param from holds the block's bytes
     * @param start index of the first of them
     * @param length the block's length byte
     * @param count how many positions, 1 .. {@link BlockWalk#HALF} and not beyond the layer
     * @param values receives score + n of each, and {@code none} of those that are not stored
     * @param to index of the first
     */
    public void decode(long half, byte[] from, int start, int length, int count, byte[] values, int to) {
        boolean isSecond = (half & 1) == 1;
        walk.start(half);
        if (length != RAW) {
            begin(from, isSecond ? start + length - 1 : start, isSecond ? -1 : 1, length);
        }
        int raw = isSecond ? start + BlockWalk.HALF : start;
        for (int i = 0; ; i++) {
            if (!walk.isStored()) {
                walk.skip(); // raw bytes of such positions mean nothing
            } else if (length == RAW) {
                int value = from[raw + i] & 0xff;
                walk.set(value <= mostValue ? value : -1); // -1 is no score
            } else {
                network.see(walk);
                walk.set(nextValue());
            }
            if (i == count - 1) {
                break;
            }
            walk.next();
        }
        walk.copyValues(values, to);
    }

    private void begin(byte[] from, int first, int direction, int length) {
        bytes = from;
        at = first;
        step = direction;
        left = length;
        low = 0;
        high = -1;
        number = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            number = number << 8 | nextByte();
        }
        network.start();
    }

    private int nextValue() {
        // Local copies, because the fields would be stored at each branch.
        int from = low;
        int to = high;
        int coded = number;
        int node = 0;
        do {
            int split = from + (int) ((to - from & 0xffff_ffffL) * network.probability(node) >>> 16);
            if (Integer.compareUnsigned(coded, split) <= 0) {
                to = split;
                node = model.branch(node, true);
            } else {
                from = split + 1;
                node = model.branch(node, false);
            }
            while ((from ^ to) >>> 24 == 0) {
                from <<= 8;
                to = to << 8 | 0xff;
                coded = coded << 8 | nextByte();
            }
        } while (node >= 0);
        low = from;
        high = to;
        number = coded;
        return -1 - node;
    }

    /** Returns the next byte of the block, 0 when all were read. */
    private int nextByte() {
        if (left == 0) {
            return 0;
        }
        left--;
        int next = bytes[at] & 0xff;
        at += step;
        return next;
    }
}
