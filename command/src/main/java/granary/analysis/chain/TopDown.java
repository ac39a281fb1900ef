package granary.analysis.chain;

import granary.game.Scoring;
import granary.games.WinLoss;

/**
 * A top-down search without memory, as in the article "On the issue of virt and chains". Plays every sequence of moves
 * from the opening row to its end under the direct rules, and backs up the values.
 *
 * <p>With cut-offs, the search leaves a position as soon as one of its moves wins. The row's value then says who wins,
 * but not in how few moves. Not thread-safe.
 */
abstract class TopDown {
    /** The longest row: one bit per chip fits an int, and no search gets that far. */
    static final int MAX_CHIPS = 30;

    private static final int NO_MOVE_YET = Integer.MIN_VALUE;

    private final Scoring scoring = new WinLoss(true);
    private final boolean cutOffs;
    private long moves;

    /**
     * Makes the search.
     *
     * @param cutOffs whether to leave a position as soon as a winning move is found
     */
    TopDown(boolean cutOffs) {
        this.cutOffs = cutOffs;
    }

    /**
     * Searches from an opening row.
     *
     * @param chips 1 .. {@value #MAX_CHIPS}
     * @return the row's value: exact without cut-offs; with them, only the sign is right
     */
    final int solve(int chips) {
        moves = 0;
        begin(chips);
        return best(true);
    }

    /** Returns the number of moves that the last search made. */
    final long moves() {
        return moves;
    }

    /** Sets up the row. */
    abstract void begin(int chips);

    /** Returns the value of the current position. In the first position, only single chips may be taken. */
    abstract int best(boolean first);

    /** Returns the initial value of a position, before any of its moves is made. */
    static int noMoveYet() {
        return NO_MOVE_YET;
    }

    /**
     * Counts a move and returns the better of the best value so far and the value of the move, computed from the
     * position after the move.
     */
    final int better(int best, int after) {
        moves++;
        int value = scoring.backUp(0, after);
        return best == NO_MOVE_YET || scoring.isBetter(value, best) ? value : best;
    }

    /** Returns whether a position with this best move need not be looked at further. */
    final boolean isEnough(int best) {
        return cutOffs && best > 0;
    }
}
