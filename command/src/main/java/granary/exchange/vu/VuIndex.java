package granary.exchange.vu;

import granary.game.PositionIterator;
import granary.rank.Binomial;
import granary.rank.Colex;
import java.util.Arrays;

/**
 * The order of the positions in a file of the VU database. A file holds the boards of 12 pits that a move can lead to.
 * The player who just moved has emptied a pit, so at least one of the pits 6 to 11 is empty. The boards stand in
 * reverse rank order.
 *
 * <p>The other boards have a seed in each of these pits. Taking off these six seeds maps them to all boards with six
 * seeds fewer, in the same order. So the number of stored boards below a board is the number of all boards below it
 * minus the number of other boards below it: two sums of binomials.
 *
 * <p>Boards with the same pits 6 to 11 have neighbouring ranks. Such a run is in the file as a whole, or not at all.
 */
final class VuIndex {
    /** The number of pits on a board. */
    static final int PITS = 12;

    private static final int HALF = PITS / 2;
    private static final Colex BOARDS = new Colex(PITS);
    private static final Colex MOVERS = new Colex(HALF);
    /** Ranks the runs: the sum of the mover's seeds, then the pits 6 to 11. */
    private static final Colex ROWS = new Colex(HALF + 1);

    private VuIndex() {}

    /** Returns the number of positions in the file for a number of seeds, which is the file's length in bytes. */
    static long size(int seeds) {
        return Binomial.of(seeds + PITS - 1, PITS - 1) - Binomial.of(seeds + HALF - 1, PITS - 1);
    }

    /** Returns the number of a layer's boards below a rank that the file holds. */
    static long storedBelow(int seeds, long rank) {
        if (rank == BOARDS.size(seeds)) {
            return size(seeds);
        }
        int[] board = new int[PITS];
        BOARDS.unrank(seeds, rank, board);
        return rank - othersBelow(seeds, board);
    }

    /** Returns the rank of the board whose byte is at an index of the file. */
    static long rank(int seeds, long index) {
        long below = size(seeds) - 1 - index; // as many stored boards rank below
        long low = 0;
        long high = BOARDS.size(seeds) - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (storedBelow(seeds, middle + 1) > below) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Returns the number of boards that rank below a board and have a seed in each of the pits 6 to 11. */
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
        int[] taken = board.clone();
        for (int pit = HALF; pit < PITS; pit++) {
            taken[pit]--;
        }
        return BOARDS.rank(taken);
    }

    /** Returns the number of ways to put at most {@code seeds} seeds into {@code pits} pits: C(seeds + pits, pits). */
    private static long vectors(int seeds, int pits) {
        return seeds < 0 ? 0 : Binomial.of(seeds + pits, pits);
    }

    /** Receives runs. */
    interface Visitor {
        /**
         * Receives a run.
         *
         * @param rank the rank of the first board in the layer
         * @param length the number of boards
         * @param isStored whether the file holds them
         */
        void run(long rank, int length, boolean isStored);
    }

    /** Visits the runs of the boards with ranks from {@code from}, included, to {@code to}, excluded, in order. */
    static void visitRuns(int seeds, long from, long to, Visitor visitor) {
        int[] board = new int[PITS];
        BOARDS.unrank(seeds, from, board);
        int[] mover = Arrays.copyOf(board, HALF);
        int[] row = Arrays.copyOfRange(board, HALF - 1, PITS);
        row[0] = Arrays.stream(mover).sum();
        PositionIterator rows = ROWS.iterate(seeds, ROWS.rank(row));
        long at = from;
        long within = MOVERS.rank(mover);
        while (at < to && rows.next(row)) {
            long length = Binomial.of(row[0] + HALF - 1, HALF - 1) - within;
            visitor.run(at, (int) Math.min(length, to - at), isStored(row));
            at += length;
            within = 0;
        }
    }

    private static boolean isStored(int[] row) {
        for (int pit = 1; pit <= HALF; pit++) {
            if (row[pit] == 0) {
                return true;
            }
        }
        return false;
    }
}
