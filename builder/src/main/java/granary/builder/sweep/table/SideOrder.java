package granary.builder.sweep.table;

import granary.builder.InvalidRequestException;
import granary.game.PositionIterator;
import granary.rank.Colex;
import granary.rank.ColexIterator;

/**
 * The order of the sides (the Q pits of one player, half a board) that hold a given number of seeds. Immutable.
 *
 * <p>The <em>file order</em> is the colex order of the side: pit 0 varies fastest. The <em>work order</em> is the colex
 * order of the mirrored side: the last pit varies fastest. In the work order seeds that an opponent drops into the first
 * pits shift long stretches of sides by one and the same distance, and a sowing that stays at home always leads to a side
 * further on.
 */
public final class SideOrder {
    /** The index of a side fits so many bits. */
    static final int INDEX_BITS = 24;

    private final int pits;
    private final Colex colex;

    /**
     * Makes the order.
     *
     * @param pits pits of a side, Q
     */
    public SideOrder(int pits) {
        this.pits = pits;
        this.colex = new Colex(pits);
    }

    /** Returns the number of pits of a side, Q. */
    public int pits() {
        return pits;
    }

    /**
     * Returns the number of sides that hold so many seeds: C(seeds + Q - 1, Q - 1).
     *
     * @throws InvalidRequestException when they are too many for the tables
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
        int[] mirrored = new int[pits];
        for (int i = 0, pit = at + pits - 1; i < pits; i++, pit--) {
            mirrored[i] = cells[pit];
        }
        return (int) colex.offset(mirrored);
    }

    /**
     * Returns the place of a side in file order, among those with as many seeds.
     *
     * @param cells holds the side from index {@code at} on
     */
    public int fileIndex(int[] cells, int at) {
        int[] side = new int[pits];
        System.arraycopy(cells, at, side, 0, pits);
        return (int) colex.offset(side);
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

    /** Returns the sides that hold so many seeds in work order, beginning at a place. */
    public PositionIterator iterate(int seeds, int from) {
        ColexIterator mirrored = new ColexIterator(colex, seeds, from);
        return side -> {
            boolean found = mirrored.next(side);
            mirror(side);
            return found;
        };
    }

    /** Returns for each place in file order the same side's place in work order. */
    public int[] workIndexesInFileOrder(int seeds) {
        int[] indexes = new int[size(seeds)];
        int[] side = new int[pits];
        ColexIterator sides = new ColexIterator(colex, seeds, 0);
        for (int i = 0; sides.next(side); i++) {
            indexes[i] = workIndex(side, 0);
        }
        return indexes;
    }

    private static void mirror(int[] side) {
        for (int i = 0, j = side.length - 1; i < j; i++, j--) {
            int pit = side[i];
            side[i] = side[j];
            side[j] = pit;
        }
    }
}
