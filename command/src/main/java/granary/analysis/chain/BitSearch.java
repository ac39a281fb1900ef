package granary.analysis.chain;

/** The search that represents a position by one bit per chip. Each chip and each adjacent pair is a separate move. */
final class BitSearch extends TopDown {
    private int chips;

    /** Makes the search: see {@link TopDown#TopDown}. */
    BitSearch(boolean cutOffs) {
        super(cutOffs);
    }

    @Override
    void begin(int row) {
        chips = (1 << row) - 1;
    }

    @Override
    int best(boolean first) {
        if (chips == 0) {
            return 0;
        }
        int best = noMoveYet();
        int most = first ? 1 : 2;
        for (int at = 0; chips >>> at != 0; at++) {
            for (int taken = 1; taken <= most; taken++) {
                int pattern = taken == 1 ? 1 << at : 3 << at;
                if ((chips & pattern) == pattern) {
                    chips ^= pattern;
                    best = better(best, best(false));
                    chips ^= pattern;
                    if (isEnough(best)) {
                        return best;
                    }
                }
            }
        }
        return best;
    }
}
