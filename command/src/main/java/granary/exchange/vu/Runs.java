package granary.exchange.vu;

import granary.game.PositionIterator;
import granary.rank.Binomial;
import granary.rank.Colex;
import java.util.Arrays;

/**
 * The runs of a part of a layer. Boards with the same pits 6 to 11 have neighbouring ranks, and the file of the VU
 * database holds all of them or none.
 */
final class Runs {
    private static final int HALF = VuIndex.PITS / 2;
    private static final Colex BOARDS = new Colex(VuIndex.PITS);
    private static final Colex MOVERS = new Colex(HALF);
    /** Ranks the runs: the sum of the mover's seeds, then the pits 6 to 11. */
    private static final Colex ROWS = new Colex(HALF + 1);

    private Runs() {}

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
    static void visit(int seeds, long from, long to, Visitor visitor) {
        int[] board = new int[VuIndex.PITS];
        BOARDS.unrank(seeds, from, board);
        int[] mover = Arrays.copyOf(board, HALF);
        int[] row = Arrays.copyOfRange(board, HALF - 1, VuIndex.PITS);
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

    /** Returns the number of a layer's boards below a rank that the file holds. */
    static long storedBelow(int seeds, long rank) {
        if (rank == BOARDS.size(seeds)) {
            return VuIndex.size(seeds);
        }
        int[] board = new int[VuIndex.PITS];
        BOARDS.unrank(seeds, rank, board);
        return VuIndex.storedBelow(seeds, board);
    }
}
