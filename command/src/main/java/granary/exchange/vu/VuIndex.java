package granary.exchange.vu;

import granary.rank.Binomial;

/**
 * The order of the positions in a file of the VU database. A file holds the boards of 12 pits that a move can lead to.
 * The player who just moved has emptied a pit, so at least one of the pits 6 to 11 is empty. The boards stand in
 * reverse rank order.
 *
 * <p>The other boards have a seed in each of these pits. Taking off these six seeds maps them to all boards with six
 * seeds fewer, in the same order. So the number of stored boards below a board is the number of all boards below it
 * minus the number of other boards below it: two sums of binomials.
 */
final class VuIndex {
    /** The number of pits on a board. */
    static final int PITS = 12;

    private static final int HALF = PITS / 2;

    private VuIndex() {}

    /** Returns the number of positions in the file for a number of seeds, which is the file's length in bytes. */
    static long size(int seeds) {
        return Binomial.of(seeds + PITS - 1, PITS - 1) - Binomial.of(seeds + HALF - 1, PITS - 1);
    }

    /** Returns a stored board's place in its file. Costs some twenty loads; allocates nothing. */
    static long index(int seeds, int[] board) {
        return size(seeds) - 1 - storedBelow(seeds, board);
    }

    /**
     * Returns the number of stored boards with the same number of seeds that rank below a board. That board itself need not be
     * stored.
     */
    static long storedBelow(int seeds, int[] board) {
        return below(seeds, board, 0) - othersBelow(seeds, board);
    }

    /** Counts the boards that rank below a board: those that hold more in the highest pit in which the two differ. */
    private static long below(int seeds, int[] board, int least) {
        long count = 0;
        int left = seeds;
        for (int pit = PITS - 1; pit > 0; pit--) {
            int held = board[pit] - (pit >= HALF ? least : 0);
            count += vectors(left - held - 1, pit);
            left -= held;
        }
        return count;
    }

    /**
     * Counts the boards that rank below a board and have a seed in each of the pits 6 to 11, with these six seeds taken
     * off.
     */
    private static long othersBelow(int seeds, int[] board) {
        long count = 0;
        int left = seeds - HALF;
        for (int pit = PITS - 1; pit >= HALF; pit--) {
            if (board[pit] == 0) {
                return count + vectors(left, pit); // all other boards that agree so far hold more in this pit
            }
            count += vectors(left - board[pit], pit);
            left -= board[pit] - 1;
        }
        return below(seeds - HALF, board, 1);
    }

    /** Returns the number of ways to put at most {@code seeds} seeds into {@code pits} pits: C(seeds + pits, pits). */
    private static long vectors(int seeds, int pits) {
        return seeds < 0 ? 0 : Binomial.of(seeds + pits, pits);
    }
}
