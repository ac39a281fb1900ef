package granary.exchange.vu;

import granary.rank.Binomial;

/**
 * The order of the positions in a file of the VU database. It holds the boards of 12 pits that a move can lead to: whoever
 * moved has emptied a pit, so at least one of the pits 6 to 11 is empty. They stand in the reverse of rank order.
 *
 * <p>The others, with a seed in each of these pits, correspond to the boards of six seeds fewer, in the same order. So the
 * stored boards that rank below a board are all boards below it less the others below it, two sums of binomials.
 */
final class VuIndex {
    /** Pits on a board. */
    static final int PITS = 12;

    private static final int HALF = PITS / 2;

    private VuIndex() {}

    /** Returns the number of positions that the file of a number of seeds holds, which is its length in bytes. */
    static long size(int seeds) {
        return Binomial.of(seeds + PITS - 1, PITS - 1) - Binomial.of(seeds + HALF - 1, PITS - 1);
    }

    /** Returns whether a board is in the file: whether one of the pits 6 to 11 is empty. */
    static boolean isStored(int[] board) {
        for (int pit = HALF; pit < PITS; pit++) {
            if (board[pit] == 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns a stored board's place in its file. Costs some twenty loads; allocates nothing. */
    static long index(int seeds, int[] board) {
        return size(seeds) - 1 - storedBelow(seeds, board);
    }

    /** Returns how many stored boards of as many seeds have a lower rank than a board, stored or not. */
    static long storedBelow(int seeds, int[] board) {
        return below(seeds, board, 0) - othersBelow(seeds, board);
    }

    /** Counts the boards below: by the highest pit in which they differ, where they hold more. */
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

    /** Counts the boards below that have a seed in each of the pits 6 to 11; the seed is taken off. */
    private static long othersBelow(int seeds, int[] board) {
        long count = 0;
        int left = seeds - HALF;
        for (int pit = PITS - 1; pit >= HALF; pit--) {
            if (board[pit] == 0) {
                return count + vectors(left, pit); // all that agree so far hold more here
            }
            count += vectors(left - board[pit], pit);
            left -= board[pit] - 1;
        }
        return below(seeds - HALF, board, 1);
    }

    /** Returns the number of ways to put at most so many seeds into the pits below: C(seeds + pits, pits). */
    private static long vectors(int seeds, int pits) {
        return seeds < 0 ? 0 : Binomial.of(seeds + pits, pits);
    }
}
