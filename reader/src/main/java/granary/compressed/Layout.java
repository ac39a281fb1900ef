package granary.compressed;

import granary.rank.Binomial;

/**
 * The inputs of a layer's network for a position, as numbers of rows in the table of its first layer. The inputs come in groups,
 * and each group chooses one row:
 *
 * <ol>
 *   <li>for each neighbour, the score of the board with one seed moved from a pit i up to a pit j, or two seeds: 2n + 2 rows
 *   <li>the most seeds that the mover can capture now and that the opponent could when to move, roughly: 400 rows
 *   <li>the seeds in each pit: n + 1 rows
 *   <li>the seeds in the pits i and i + 1 from pit 2 on, 7 standing for more: 64 rows
 * </ol>
 *
 * <p>Groups whose rows change with every position come first, then those of the pits from 2 on, which change more slowly in rank
 * order. Immutable.
 */
final class Layout {
    /**
     * The neighbours: one seed moved from pit 0 to 1, 1 to 2, 0 to 2, 2 to 3, 1 to 3; and, of larger boards, 3 to 4, 2 to 4, 0 to 3,
     * and two seeds from 0 to 1.
     */
    private static final int NEIGHBOURS = 9;

    private static final int NEIGHBOURS_OF_FOUR_PITS = 5;

    /** Captures of this many seeds and more look alike. */
    static final int MOST_CAPTURED = 19;

    static final int CAPTURE_ROWS = (MOST_CAPTURED + 1) * (MOST_CAPTURED + 1);
    /** In pairs of pits, this many seeds and more look alike. */
    static final int MOST_PAIRED = 7;

    private static final int PAIR_ROWS = (MOST_PAIRED + 1) * (MOST_PAIRED + 1);
    /** Distances between boards are needed up to the length of half a block; for longer ones this stands. */
    static final int FAR = 1 << 20;

    /** Pits on the board, P. */
    final int pits;

    final int seeds;
    /** The number of neighbours. */
    final int neighbours;
    /** The first row of each group. */
    final int[] first;
    /** The number of groups that change with every position: neighbours, captures, pits 0 and 1. */
    final int fast;
    /** The number of rows. */
    final int rows;

    /** C(b, i) at [i][b] for the moves of a seed from pit i to the next, or a large number. */
    private final int[][] distances;

    /**
     * Makes the layout of a layer of awari.
     *
     * @param pits pits on the board, 4 to 16
     * @param seeds the layer
     */
    Layout(int pits, int seeds) {
        this.pits = pits;
        this.seeds = seeds;
        this.neighbours = pits == 4 ? NEIGHBOURS_OF_FOUR_PITS : NEIGHBOURS;
        this.fast = neighbours + 3;
        this.first = new int[fast + pits - 2 + pits - 3];
        int row = 0;
        for (int group = 0; group < first.length; group++) {
            first[group] = row;
            row += rows(group);
        }
        this.rows = row;
        this.distances = new int[Math.min(4, pits - 1)][seeds + pits];
        for (int pit = 0; pit < distances.length; pit++) {
            for (int b = 0; b < seeds + pits; b++) {
                distances[pit][b] = (int) Math.min(FAR, Binomial.of(b, pit));
            }
        }
    }

    private int rows(int group) {
        if (group < neighbours) {
            return 2 * seeds + 2;
        }
        if (group == neighbours) {
            return CAPTURE_ROWS;
        }
        return group < fast + pits - 2 ? seeds + 1 : PAIR_ROWS;
    }

    /**
     * Returns by how much the rank falls when one seed of a pit moves up to the next pit.
     *
     * @param pit 0 .. 3
     * @param sum the seeds in the pits up to this one, of which this one holds some
     */
    int distance(int pit, int sum) {
        return sum == 0 ? FAR : distances[pit][sum + pit - 1];
    }
}
