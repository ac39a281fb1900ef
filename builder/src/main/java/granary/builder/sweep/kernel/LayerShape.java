package granary.builder.sweep.kernel;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;
import granary.game.PositionIterator;
import granary.rank.Colex;

/**
 * The layout of a layer in the two working arrays. Immutable.
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
    /** The conversion value of a position that has moves and no capture. */
    public static final byte NO_CONVERSION = -128;

    /** The game. */
    public final Awari awari;
    /** Seeds on the board. */
    public final int seeds;
    /** The order of the sides. */
    public final SideOrder order;

    /** Ranks the rows of a file as vectors: the mover's seeds, then the opponent's pits. */
    private final Colex rowOrder;

    private final ArrayBlock[] blocks;
    private final long workingBytes;

    /**
     * Makes the shape of the layer with a number of seeds.
     *
     * @throws granary.builder.InvalidRequestException when a side has too many states for the tables
     */
    public LayerShape(Awari awari, int seeds) {
        this.awari = awari;
        this.seeds = seeds;
        order = new SideOrder(awari.pits());
        rowOrder = new Colex(awari.pits() + 1);
        blocks = new ArrayBlock[seeds + 1];
        long start = 0;
        for (int x = 0; x <= seeds; x++) {
            blocks[x] = new ArrayBlock(start, sides(seeds - x));
            start += Tiles.count(sides(x)) * blocks[x].stripBytes();
        }
        workingBytes = start;
    }

    /** Returns the number of sides with x seeds. */
    public int sides(int x) {
        return order.size(x);
    }

    /** Returns the block whose lines run over the sides with x seeds. */
    public ArrayBlock block(int x) {
        return blocks[x];
    }

    /** Returns the board of the position whose value is at a place. */
    public int[] board(long place) {
        int mine = seeds;
        while (blocks[mine].place(0, 0) > place) {
            mine--;
        }
        int[] board = new int[awari.cells()];
        order.side(mine, blocks[mine].column(place), board, 0);
        order.side(seeds - mine, blocks[mine].line(place), board, awari.pits());
        return board;
    }

    /** Takes neighbouring positions of a row of the layer's file, which holds all positions with an opponent's side. */
    public interface RowVisitor {
        /**
         * Takes them.
         *
         * @param mine the mover's seeds
         * @param opponent the opponent's side, in work order
         * @param first the first of the mover's sides, in file order
         * @param length the number of positions
         * @param before the number of positions visited before
         */
        void visit(int mine, int opponent, int first, int length, int before);
    }

    /** Visits a number of positions from a rank on, row by row. */
    public void forEachRow(long rank, int count, RowVisitor visitor) {
        int pits = order.pits();
        int[] board = new int[2 * pits];
        awari.unrank(seeds, rank, board);
        int first = order.fileIndex(board, 0);
        int[] row = new int[pits + 1];
        row[0] = Sowing.moversSeeds(board);
        System.arraycopy(board, pits, row, 1, pits);
        PositionIterator rows = rowOrder.iterate(seeds, rowOrder.rank(row));
        for (int done = 0; done < count; first = 0) {
            rows.next(row);
            int length = Math.min(order.size(row[0]) - first, count - done);
            visitor.visit(row[0], order.workIndex(row, 1), first, length, done);
            done += length;
        }
    }

    /** Returns the bytes that each of the two working arrays needs. */
    public long workingBytes() {
        return workingBytes;
    }

    /** Returns the number of positions. */
    public long positions() {
        return awari.size(seeds);
    }
}
