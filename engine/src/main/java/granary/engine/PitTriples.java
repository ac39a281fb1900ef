package granary.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The features of the learnt {@link Evaluation}: sets of two or three of the twelve pits, chosen so that each two pits are together
 * in exactly one set. Pits 0 .. 5 are the mover's, 6 .. 11 the opponent's. The sets are the blocks of the cyclic Steiner triple
 * system of 13 points, without point 12. Each set has a table with an entry for every combination of levels.
 */
final class PitTriples {
    /** The contents of a pit that are told apart: 0 .. 11 seeds, and more. */
    static final int LEVELS = 13;

    /** The entries of the tables of all sets: of 20 sets of three pits and 6 of two. */
    static final int ENTRIES = 20 * LEVELS * LEVELS * LEVELS + 6 * LEVELS * LEVELS;

    private static final int POINTS = 13;

    private PitTriples() {}

    /** Returns the sets in the order of their tables, each ascending. */
    static List<int[]> sets() {
        List<int[]> sets = new ArrayList<>();
        for (int[] base : new int[][] {{0, 1, 4}, {0, 2, 7}}) {
            for (int shift = 0; shift < POINTS; shift++) {
                int add = shift;
                sets.add(Arrays.stream(base)
                        .map(point -> (point + add) % POINTS)
                        .filter(point -> point < POINTS - 1)
                        .sorted()
                        .toArray());
            }
        }
        return sets;
    }

    /** Returns the level of a number of seeds. */
    static int level(int seeds) {
        return Math.min(seeds, LEVELS - 1);
    }
}
