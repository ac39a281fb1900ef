package granary.analysis.chexers;

import java.util.List;

/**
 * What a search found, and how much it did.
 *
 * @param isSolvable whether the board can be cleared
 * @param moves the numbers of a shortest path's moves; empty when there is none
 * @param expanded how often a set of pieces had its moves generated
 * @param generated how many sets those moves led to
 * @param pruned how many of these had been reached before with no more actions
 */
record Solution(boolean isSolvable, List<Integer> moves, long expanded, long generated, long pruned) {
    /**
     * Returns the effective branching factor (S. Russell and P. Norvig, Artificial Intelligence): the b with
     * 1 + b + .. + b^d = generated + 1, for a solution of d actions; 0 when d is 0.
     */
    double effectiveBranching() {
        if (moves.isEmpty()) {
            return 0;
        }
        double low = 0;
        double high = generated + 1.0;
        for (int i = 0; i < Double.SIZE; i++) {
            double middle = (low + high) / 2;
            if (nodes(middle) < generated + 1.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double nodes(double branching) {
        double sum = 1;
        for (int i = 0; i < moves.size(); i++) {
            sum = sum * branching + 1;
        }
        return sum;
    }
}
