package granary.awari;

/**
 * The mechanics of a move: sowing, capturing, turning the board. A board is a vector of P = 2Q pits, the mover's first.
 * These methods do not check whether a move is legal: see {@link Awari}.
 */
public final class Sowing {
    /** The most seeds that a move captures from a pit. */
    public static final int MOST_CAPTURED = 3;

    private Sowing() {}

    /**
     * Sows the seeds of a pit one by one into the next pits around the board, skipping the pit they came from.
     *
     * @param board changed in place
     * @param pit a pit with at least one seed
     * @return the pit of the last seed
     */
    public static int sow(int[] board, int pit) {
        int seeds = board[pit];
        board[pit] = 0;
        int last = pit;
        while (seeds > 0) {
            last = last + 1 == board.length ? 0 : last + 1;
            if (last != pit) {
                board[last]++;
                seeds--;
            }
        }
        return last;
    }

    /**
     * Counts the seeds that a sowing captures: the last seed's pit when it is the opponent's and now holds 2 or 3, and
     * the pits behind it while they are the opponent's and hold 2 or 3.
     *
     * @param board a board after sowing
     * @param last the pit of the last seed
     * @param rules decide whether a capture of all the opponent's seeds captures nothing
     */
    public static int captured(int[] board, int last, RuleSet rules) {
        int captured = 0;
        for (int pit = last; pit >= board.length / 2 && isCapture(board[pit]); pit--) {
            captured += board[pit];
        }
        return rules == RuleSet.ABAPA && captured == opponentsSeeds(board) ? 0 : captured;
    }

    /**
     * Takes off the board, in place, the seeds that {@link #captured} counts.
     *
     * @return their number
     */
    public static int capture(int[] board, int last, RuleSet rules) {
        int captured = captured(board, last, rules);
        if (captured > 0) {
            for (int pit = last; pit >= board.length / 2 && isCapture(board[pit]); pit--) {
                board[pit] = 0;
            }
        }
        return captured;
    }

    /** Writes the board as the opponent sees it: pit i becomes pit i + Q. The arrays must differ. */
    public static void rotate(int[] board, int[] rotated) {
        int half = board.length / 2;
        System.arraycopy(board, 0, rotated, half, half);
        System.arraycopy(board, half, rotated, 0, half);
    }

    /** Returns the seeds in the mover's pits. */
    public static int moversSeeds(int[] board) {
        return sum(board, 0, board.length / 2);
    }

    /** Returns the seeds in the opponent's pits. */
    public static int opponentsSeeds(int[] board) {
        return sum(board, board.length / 2, board.length);
    }

    private static boolean isCapture(int seeds) {
        return seeds == 2 || seeds == MOST_CAPTURED;
    }

    private static int sum(int[] board, int from, int to) {
        int sum = 0;
        for (int pit = from; pit < to; pit++) {
            sum += board[pit];
        }
        return sum;
    }
}
