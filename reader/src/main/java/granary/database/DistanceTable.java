package granary.database;

import granary.format.PackedTable;

/** The distances to conversion of one layer, decoded from its file on each call. Any number of threads may use it. */
public final class DistanceTable {
    private final PackedTable table;

    DistanceTable(PackedTable table) {
        this.table = table;
    }

    /** Returns the number of positions. */
    public long positions() {
        return table.positions();
    }

    /** Returns the longest distance in the layer, or 1 if all are 0. */
    public int longest() {
        return table.maximum();
    }

    /**
     * Returns the distance at an offset. Costs as much as a score; allocates nothing.
     *
     * @param offset 0 .. positions - 1
     * @throws IndexOutOfBoundsException when the offset is out of range
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public int distance(long offset) {
        return table.score(offset);
    }

    /**
     * Copies consecutive distances.
     *
     * @param offset offset of the first, 0 .. positions - count
     * @param count the number of distances
     * @param target receives the distances
     * @param at index of the first in the target
     * @throws IndexOutOfBoundsException when a range is out of bounds
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void distances(long offset, int count, int[] target, int at) {
        table.scores(offset, count, target, at);
    }
}
