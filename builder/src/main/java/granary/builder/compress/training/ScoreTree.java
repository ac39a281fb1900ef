package granary.builder.compress.training;

import java.util.Arrays;

/**
 * A binary tree over scores in their order, in which each branch has about as many positions as its sibling, so that few decisions
 * lead to a score. Immutable.
 */
final class ScoreTree {
    private final long[] frequencies;
    private final int[] lower;
    private final int[] upper;
    private final int[][] paths;
    private int nodes;

    /**
     * Makes a tree.
     *
     * @param frequencies how often each score was seen, 1 or more, from -n on; two scores at least
     */
    ScoreTree(long[] frequencies) {
        this.frequencies = frequencies.clone();
        this.lower = new int[frequencies.length - 1];
        this.upper = new int[frequencies.length - 1];
        this.paths = new int[frequencies.length][];
        split(0, frequencies.length, new int[0]);
    }

    /** Makes the tree of some scores and returns its root, or -1 - v for the only score. */
    private int split(int from, int to, int... path) {
        if (to - from == 1) {
            paths[from] = path;
            return -1 - from;
        }
        int node = nodes++;
        long total = 0;
        for (int i = from; i < to; i++) {
            total += frequencies[i];
        }
        int middle = from;
        long below = 0;
        // The first place that leaves the least difference between the two sides.
        while (middle < to - 1
                && (middle == from
                        || Math.abs(2 * (below + frequencies[middle]) - total) < Math.abs(2 * below - total))) {
            below += frequencies[middle++];
        }
        lower[node] = split(from, middle, with(path, 2 * node));
        upper[node] = split(middle, to, with(path, 2 * node + 1));
        return node;
    }

    private static int[] with(int[] path, int step) {
        int[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = step;
        return longer;
    }

    /** Returns the number of nodes; node 0 is the root. */
    int nodes() {
        return nodes;
    }

    /** Returns the branch of the smaller scores: a node, or -1 - v for the score v - n. */
    int lower(int node) {
        return lower[node];
    }

    /** Returns the branch of the larger scores. */
    int upper(int node) {
        return upper[node];
    }

    /** Returns the decisions that lead to the score v - n: twice the node, and 1 more for the upper branch. */
    int[] path(int value) {
        return paths[value];
    }
}
