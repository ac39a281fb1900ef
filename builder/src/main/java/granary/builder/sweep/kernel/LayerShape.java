package granary.builder.sweep.kernel;

import granary.awari.Awari;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;

/**
 * How a layer lies in the two working arrays. Immutable.
 *
 * <p>Both arrays consist of one block for each number x of seeds on the side that runs along the lines. A block is cut
 * into strips of 64 such sides; a strip has one line of 64 bytes for each side of the other player, n - x seeds. So a
 * tile of 64 by 64 is 4096 contiguous bytes in either array, and the same line of two neighbouring strips lies one
 * strip length apart.
 *
 * <ul>
 * <li>Values: position (mover m with a seeds, opponent t) is block a, line t, column m, and the byte is the score of
 * the position <em>negated</em>, its value to the player who moved there: no negation in the inner loop.
 * <li>Conversion values: position (m, t) is block n - a, line m, column t, and the byte is the best score that
 * a capture or the end of the game brings.
 * </ul>
 */
public final class LayerShape {
    /** Conversion value of a position without a capture whose game goes on. */
    public static final byte NO_CONVERSION = -128;

    /** The game. */
    public final Awari awari;
    /** Seeds on the board. */
    public final int seeds;
    /** The order of the sides. */
    public final SideOrder order;

    private final long[] blockStart;
    private final int[] sizes;

    /**
     * Makes the shape of the layer with so many seeds.
     *
     * @throws granary.builder.InvalidRequestException when a side has too many states for the tables
     */
    public LayerShape(Awari awari, int seeds) {
        this.awari = awari;
        order = new SideOrder(awari.pits());
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

    /** Returns the number of sides with x seeds. */
    public int sides(int x) {
        return sizes[x];
    }

    private long strips(int x) {
        return Tiles.count(sizes[x]);
    }

    /** Returns where the block whose lines run over the sides with x seeds begins. */
    public long blockStart(int x) {
        return blockStart[x];
    }

    /** Returns the length of a strip of the block whose lines run over the sides with x seeds. */
    public long stripBytes(int x) {
        return (long) sizes[seeds - x] * Tiles.WIDTH;
    }

    /** Returns the place of a line and column of the block whose lines run over the sides with x seeds. */
    public long offset(int x, int line, int column) {
        return blockStart[x] + column / Tiles.WIDTH * stripBytes(x) + (long) line * Tiles.WIDTH + column % Tiles.WIDTH;
    }

    /** Returns the bytes that each of the two working arrays needs. */
    public long workingBytes() {
        return blockStart[seeds + 1];
    }

    /** Returns the number of positions. */
    public long positions() {
        return awari.size(seeds);
    }
}
