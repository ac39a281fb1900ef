package granary.builder.sweep.table;

import granary.builder.InvalidRequestException;
import granary.game.PositionIterator;
import granary.rank.Binomial;
import granary.rank.Colex;

/**
 * The order of the sides (the Q pits of one player, half a board) that hold a given number of seeds. Immutable.
 *
 * <p>The <em>file order</em> is the colex order of the side: pit 0 varies fastest. The <em>work order</em> is the colex
 * order of the mirrored side: the last pit varies fastest. In the work order seeds that an opponent drops into the first
 * pits shift long stretches of sides by one and the same distance, and a sowing that stays at home always leads to a side
 * further on.
 */
public class SideOrder {
    /** The bits that hold the index of a side. */
    static final int INDEX_BITS = 24;

    private final int pits;
    private final Colex colex;
    /** C(b, i+1) at [i][b] for all but the last pit: the terms whose sum is a place. */
    private final int[][] terms;

    /**
     * Makes the order.
     *
     * @param pits pits of a side, Q
     */
    public SideOrder(int pits) {
        this.pits = pits;
        this.colex = new Colex(pits);
        this.terms = new int[pits - 1][colex.maxSum() + pits];
        for (int i = 0; i < terms.length; i++) {
            for (int b = 0; b < terms[i].length; b++) {
                terms[i][b] = (int) Math.min(Integer.MAX_VALUE, Binomial.of(b, i + 1));
            }
        }
    }

    /** Returns an order whose work order is the file order, for tables that work on rows of files. */
    public static SideOrder ofFiles(int pits) {
        return new SideOrder(pits) {
            @Override
            public int workIndex(int[] cells, int at) {
                return fileIndex(cells, at);
            }

            @Override
            void mirror(int[] side) {}
        };
    }

    /** Returns the number of pits of a side, Q. */
    public int pits() {
        return pits;
    }

    /**
     * Returns the number of sides that hold a number of seeds: C(seeds + Q - 1, Q - 1).
     *
     * @throws InvalidRequestException when there are too many sides for the tables
     */
    public int size(int seeds) {
        long size = colex.size(seeds);
        if (size >= 1 << INDEX_BITS) {
            throw new InvalidRequestException("a side of " + pits + " pits and " + seeds
                    + " seeds has too many states for the sweep solver; there is --solver retrograde");
        }
        return (int) size;
    }

    /**
     * Returns the place of a side in work order, among those with as many seeds.
     *
     * @param cells holds the side from index {@code at} on
     */
    public int workIndex(int[] cells, int at) {
        int index = 0;
        int b = 0;
        for (int i = 0, pit = at + pits - 1; i < terms.length; i++, pit--) {
            b += cells[pit];
            index += terms[i][b + i];
        }
        return index;
    }

    /**
     * Returns the place of a side in file order, among those with as many seeds.
     *
     * @param cells holds the side from index {@code at} on
     */
    public int fileIndex(int[] cells, int at) {
        int index = 0;
        int b = 0;
        for (int i = 0; i < terms.length; i++) {
            b += cells[at + i];
            index += terms[i][b + i];
        }
        return index;
    }

    /** Returns the number of sides that hold fewer seeds than a number. */
    public int fewer(int seeds) {
        return (int) Binomial.of(seeds + pits - 1, pits);
    }

    /**
     * Writes the side at a place in work order.
     *
     * @param cells takes the side from index {@code at} on
     */
    public void side(int seeds, int workIndex, int[] cells, int at) {
        int[] side = new int[pits];
        colex.unrank(seeds, workIndex, side);
        mirror(side);
        System.arraycopy(side, 0, cells, at, pits);
    }

    /** Returns the sides that hold a number of seeds, in work order. */
    public PositionIterator iterate(int seeds) {
        PositionIterator mirrored = colex.iterate(seeds, 0);
        return side -> {
            boolean found = mirrored.next(side);
            mirror(side);
            return found;
        };
    }

    /** Returns, for each place in file order, the place in work order of the same side. */
    public int[] workIndexesInFileOrder(int seeds) {
        int[] indexes = new int[size(seeds)];
        int[] side = new int[pits];
        PositionIterator sides = colex.iterate(seeds, 0);
        for (int i = 0; i < indexes.length; i++) {
            sides.next(side);
            indexes[i] = workIndex(side, 0);
        }
        return indexes;
    }

    void mirror(int[] side) {
        for (int i = 0, j = side.length - 1; i < j; i++, j--) {
            int pit = side[i];
            side[i] = side[j];
            side[j] = pit;
        }
    }
}
