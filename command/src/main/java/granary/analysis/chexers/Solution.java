package granary.analysis.chexers;

import java.util.List;

/**
 * The result of a search, and the work that it took.
 *
 * @param isSolvable whether the board can be cleared
 * @param moves the numbers of the moves of a shortest path; empty when there is no solution
 * @param expanded how often the search generated the moves of a set of pieces
 * @param generated how many sets of pieces these moves led to
 * @param pruned how many generated sets had been reached before with the same number of actions or fewer
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
