package granary.analysis.chain;

import granary.game.Scoring;
import granary.games.WinLoss;

/**
 * Search from the top down without a memory, as in the article "On the issue of virt and chains": from the row at the
 * start every sequence of moves is played to its end, and values are brought back up.
 *
 * <p>With cut-offs a position is left as soon as one of its moves wins. The value of the row then tells who wins, but
 * not in how few moves. An instance is for one search at a time.
 */
abstract class TopDown {
    /** The longest row: a bit a chip in an int, and far more than the search can do. */
    static final int MAX_CHIPS = 30;

    private static final int NO_MOVE_YET = Integer.MIN_VALUE;

    private final Scoring scoring;
    private final boolean cutOffs;
    private long moves;

    /**
     * Makes the search.
     *
     * @param lastTakerWins whether the rules are direct
     * @param cutOffs whether to leave a position when a move that wins is found
     */
    TopDown(boolean lastTakerWins, boolean cutOffs) {
        this.scoring = new WinLoss(lastTakerWins);
        this.cutOffs = cutOffs;
    }

    /**
     * Searches from a row at the start.
     *
     * @param chips 1 .. {@value #MAX_CHIPS}
     * @return its value: exact without cut-offs, with them of the right sign
     */
    final int solve(int chips) {
        moves = 0;
        begin(chips);
        return best(true);
    }

    /** Returns the moves made by the last search. */
    final long moves() {
        return moves;
    }

    /** Sets up the row. */
    abstract void begin(int chips);

    /** Returns the value of the position that is set up, with single chips to take only when it is the first. */
    abstract int best(boolean first);

    /** Returns the value that a position has before any of its moves is made. */
    static int noMoveYet() {
        return NO_MOVE_YET;
    }

    /** Counts a move and returns the better of it and what was the best, given the value of the position after it. */
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
