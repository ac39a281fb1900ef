package granary.builder.verify;

import granary.awari.Sowing;

/**
 * The seeds that a sowing brings to the opponent's row. The row after the move depends on nothing else.
 *
 * @param seeds how many seeds cross over
 * @param endsAtHome whether the last seed falls on the mover's side, so that nothing is captured
 */
record CrossedSeeds(int seeds, boolean endsAtHome) {
    /**
     * Sows.
     *
     * @param board the mover's side, and the opponent's without seeds; as it is after the sowing
     */
    static CrossedSeeds sow(int[] board, int pit) {
        int last = Sowing.sow(board, pit);
        return new CrossedSeeds(Sowing.opponentsSeeds(board), last < board.length / 2);
    }

    /** Fills one pit of an empty side, so that sowing it brings the same seeds. */
    void prepare(int[] board, int pits) {
        if (seeds == 0) {
            board[0] = 1;
            return;
        }
        int laps = (seeds - 1) / pits;
        // Each lap drops a seed into all of the mover's pits but the one that is sown.
        board[pits - 1] = seeds + laps * (pits - 1) + (endsAtHome ? 1 : 0);
    }
}
