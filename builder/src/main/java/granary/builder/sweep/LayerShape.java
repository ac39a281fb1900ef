package granary.builder.sweep;

/**
 * How a layer lies in the two working arrays.
 *
 * <p>Both arrays consist of one block for each number x of seeds on the side that runs along the lines. A block is cut
 * into strips of 64 such sides; a strip has one line of 64 bytes for each side of the other player, n - x seeds. So a
 * tile of 64 by 64 is 4096 contiguous bytes in either array, and the same line of two neighbouring strips lies one
 * strip length apart.
 *
 * <ul>
 * <li>Values: position (mover m with a seeds, opponent t) is block a, line t, column m, and the byte is the score of
 * the position <em>negated</em>, its worth to the player who moved there: no negation in the inner loop.
 * <li>Exits: position (m, t) is block n - a, line m, column t, and the byte is the best score that leaves the layer.
 * </ul>
 */
final class LayerShape {
    /** Exit value of a position that no move out of the layer leads from. */
    static final byte NO_EXIT = -128;

    final int seeds;
    final SideOrder order;
    private final long[] blockStart;
    private final int[] sizes;

    LayerShape(SideOrder order, int seeds) {
        this.order = order;
        this.seeds = seeds;
        blockStart = new long[seeds + 2];
        sizes = new int[seeds + 1];
        for (int x = 0; x <= seeds; x++) {
            sizes[x] = order.size(x);
        }
        for (int x = 0; x <= seeds; x++) {
            blockStart[x + 1] = blockStart[x] + strips(x) * stripBytes(x);
        }
    }

    int sides(int x) {
        return sizes[x];
    }

    long strips(int x) {
        return Tiles.count(sizes[x]);
    }

    long blockStart(int x) {
        return blockStart[x];
    }

    /** Length of a strip of the block whose lines run over the sides with x seeds. */
    long stripBytes(int x) {
        return (long) sizes[seeds - x] * Tiles.WIDTH;
    }

    long offset(int x, int line, int column) {
        return blockStart[x] + column / Tiles.WIDTH * stripBytes(x) + (long) line * Tiles.WIDTH + column % Tiles.WIDTH;
    }

    /** Bytes that each of the two working arrays needs. */
    long workingBytes() {
        return blockStart[seeds + 1];
    }

    long positions() {
        return order.boards(2 * order.pits(), seeds);
    }
}
