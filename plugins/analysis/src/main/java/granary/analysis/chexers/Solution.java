package granary.analysis.chexers;

import java.util.List;

/**
 * What a search found, and what it did for it.
 *
 * @param isSolvable whether the board can be cleared
 * @param moves the numbers of the moves of a shortest path, as the game numbers them; empty when there is none
 * @param expanded how often the moves of a set of pieces were generated
 * @param generated how many sets of pieces these moves led to
 * @param pruned how many of those the table had met before, on a way no longer
 */
record Solution(boolean isSolvable, List<Integer> moves, long expanded, long generated, long pruned) {
    /**
     * Returns the effective branching factor: the b with 1 + b + .. + b^d = generated + 1 for a solution of d actions
     * (S. Russell and P. Norvig, Artificial Intelligence), or 0 when there are no actions to speak of.
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
