package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.builder.rows.Crossing;

/**
 * The opponent's side after seeds cross over to it: they arrive, and some may be captured. An instance
 * belongs to one thread.
 *
 * <p>Where the seeds fall does not depend on what the board held before, so one sowing of the last pit on an empty board
 * shows it for all sides; captures follow the rules.
 */
public final class CaptureResult {
    private final int pits;
    private final RuleSet rules;
    /** For each crossing an empty board after it. */
    private final int[][] arrivals;
    /** For each crossing the pit of the last seed. */
    private final int[] lastPit;

    /** The board after the move; the opponent's half of it is meaningful. */
    public final int[] board;

    /** The number of captured seeds. */
    public int captured;
    /** The opponent is left without seeds. */
    public boolean starved;

    /**
     * Makes an instance.
     *
     * @param maxSeeds the most seeds that cross over
     */
    public CaptureResult(Awari awari, int maxSeeds) {
        pits = awari.pits();
        rules = awari.rules();
        board = new int[2 * pits];
        arrivals = new int[Crossing.of(maxSeeds, true) + 1][];
        lastPit = new int[arrivals.length];
        arrivals[Crossing.NONE] = new int[2 * pits];
        for (int seeds = 1; ; seeds++) {
            int[] sown = new int[2 * pits];
            sown[pits - 1] = seeds;
            int last = Sowing.sow(sown, pits - 1);
            int crossing = Crossing.after(sown, last);
            if (Crossing.seeds(crossing) > maxSeeds) {
                break;
            }
            arrivals[crossing] = sown;
            lastPit[crossing] = last;
        }
    }

    /**
     * Lets seeds cross over to a side.
     *
     * @param cells holds the opponent's side before the move from index {@code at} on
     */
    public void receive(int[] cells, int at, int crossing) {
        int[] arriving = arrivals[crossing];
        for (int pit = 0; pit < pits; pit++) {
            board[pits + pit] = cells[at + pit] + arriving[pits + pit];
        }
        captured = Sowing.capture(board, lastPit[crossing], rules);
        starved = Sowing.opponentsSeeds(board) == 0;
    }
}
