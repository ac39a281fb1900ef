package granary.analysis.chain;

import java.util.Arrays;

/**
 * The search that represents a position by the number of groups of each size. Moves that lead to equal positions count
 * once.
 */
final class GroupSearch extends TopDown {
    /** The number of groups by size. The entry of size 0 is never read. */
    private final int[] groups = new int[MAX_CHIPS + 1];

    private int largest;
    private int chips;

    /** Makes the search: see {@link TopDown#TopDown}. */
    GroupSearch(boolean cutOffs) {
        super(cutOffs);
    }

    @Override
    void begin(int row) {
        Arrays.fill(groups, 0);
        groups[row] = 1;
        largest = row;
        chips = row;
    }

    @Override
    int best(boolean first) {
        if (chips == 0) {
            return 0;
        }
        int best = noMoveYet();
        for (int size = largest; size > 0; size--) {
            if (groups[size] == 0) {
                continue;
            }
            int most = first ? 1 : Math.min(2, size);
            for (int taken = 1; taken <= most; taken++) {
                for (int smaller = 0; 2 * smaller <= size - taken; smaller++) {
                    put(size, taken, smaller, 1);
                    best = better(best, best(false));
                    put(size, taken, smaller, -1);
                    if (isEnough(best)) {
                        return best;
                    }
                }
            }
        }
        return best;
    }

    /** Makes a move (sign 1) or takes it back (sign -1). */
    private void put(int size, int taken, int smaller, int sign) {
        groups[size] -= sign;
        groups[smaller] += sign;
        groups[size - taken - smaller] += sign;
        chips -= sign * taken;
    }
}
