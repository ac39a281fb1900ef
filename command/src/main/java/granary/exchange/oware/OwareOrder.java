package granary.exchange.oware;

import granary.rank.Binomial;
import granary.rank.Colex;
import java.util.Arrays;

/**
 * The order of the boards in the file of a layer. They stand by the sum of the opponent's row, then by that row, one that has an empty pit,
 * then by the mover's row. Rows of a sum are in lexicographic order.
 */
final class OwareOrder {
    /** The number of pits in a row. */
    static final int PITS = 6;

    private static final Colex BOARDS = new Colex(2 * PITS);
    private static final Colex ROWS = new Colex(PITS);

    private final int seeds;
    /** By the sum of the opponent's row, the number of boards with a lower sum. */
    private final long[] below;
    /** By the sum of the mover's row, the ranks of the boards of a run in the layer, less the first one's, in the order of the file. */
    private final int[][] ranks;

    /** Lists the mover's rows: four bytes for each, 103 MB for 48 seeds. */
    OwareOrder(int seeds) {
        this.seeds = seeds;
        this.below = new long[seeds + 2];
        this.ranks = new int[seeds + 1][];
        for (int sum = 0; sum <= seeds; sum++) {
            ranks[sum] = ranks(sum);
            below[sum + 1] = below[sum] + rows(PITS, sum, false) * rows(PITS, seeds - sum, true);
        }
    }

    private static int[] ranks(int sum) {
        int[] ranks = new int[(int) rows(PITS, sum, true)];
        Arrays.setAll(ranks, i -> (int) ROWS.rank(row(sum, i, true)));
        return ranks;
    }

    /** Returns the number of boards in the file. */
    long size() {
        return below[seeds + 1];
    }

    /** Receives boards with the same opponent's row, which are a run in the layer, too. */
    interface Visitor {
        /**
         * Receives some boards.
         *
         * @param first the rank of the layer's run
         * @param ranks the ranks of its boards, less {@code first}, in the order of the file; all of the run
         * @param from the index of the first board
         * @param to the index behind the last board
         */
        void run(long first, int[] ranks, int from, int to);
    }

    /** Visits the boards of the file from an index, included, to another, excluded, in order. */
    void visit(long from, long to, Visitor visitor) {
        int sum = 0;
        long at = from;
        while (at < to) {
            while (at >= below[sum + 1]) {
                sum++;
            }
            int[] run = ranks[seeds - sum];
            int begin = (int) ((at - below[sum]) % run.length);
            int end = (int) Math.min(run.length, begin + to - at);
            visitor.run(first(row(sum, (at - below[sum]) / run.length, false)), run, begin, end);
            at += end - begin;
        }
    }

    /** Returns the rank of the first board with an opponent's row: all of the mover's seeds are in the mover's last pit. */
    private long first(int[] row) {
        int[] board = new int[2 * PITS];
        System.arraycopy(row, 0, board, PITS, PITS);
        board[PITS - 1] = seeds - Arrays.stream(row).sum();
        return BOARDS.rank(board);
    }

    /** Returns the row of an index among those of a sum: all, or those that have an empty pit. */
    private static int[] row(int sum, long index, boolean all) {
        int[] row = new int[PITS];
        boolean hasEmpty = all;
        int left = sum;
        long rest = index;
        for (int pit = 0; pit < PITS; pit++) {
            int others = PITS - pit - 1;
            long count = rows(others, left, true); // with this pit empty
            while (rest >= count) {
                rest -= count;
                row[pit]++;
                count = rows(others, left - row[pit], hasEmpty);
            }
            left -= row[pit];
            hasEmpty |= row[pit] == 0;
        }
        return row;
    }

    /** Returns the number of ways to fill some pits with some seeds: all, or those that leave a pit empty. */
    private static long rows(int pits, int sum, boolean all) {
        if (pits == 0) {
            return all && sum == 0 ? 1 : 0;
        }
        return Binomial.of(sum + pits - 1, pits - 1) - (all || sum < pits ? 0 : Binomial.of(sum - 1, pits - 1));
    }
}
