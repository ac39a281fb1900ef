package granary.database;

import granary.format.ScoreTable;

/** The distances to conversion of one layer, decoded from its file as they are asked for. Any number of threads may use it. */
public final class DistanceTable {
    private final ScoreTable table;
    private final int longest;

    DistanceTable(ScoreTable table, int longest) {
        this.table = table;
        this.longest = longest;
    }

    /** Returns the number of positions. */
    public long positions() {
        return table.positions();
    }

    /** Returns the longest distance in the layer; 1 when there is none but 0. */
    public int longest() {
        return longest;
    }

    /**
     * Returns the distance at an offset. Costs what a score costs; allocates nothing.
     *
     * @param offset 0 .. positions - 1
     * @throws IndexOutOfBoundsException when the offset is out of range
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public int distance(long offset) {
        return table.score(offset);
    }

    /**
     * Copies distances out, for those who go through a layer in order.
     *
     * @param offset offset of the first, 0 .. positions - count
     * @param count how many
     * @param target where they go
     * @param at index of the first in the target
     * @throws IndexOutOfBoundsException when a range is out of bounds
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void distances(long offset, int count, int[] target, int at) {
        table.scores(offset, count, target, at);
    }
}
