package granary.builder.rehearse;

/**
 * Ranks of vectors as {@code format-spec.md} defines them, in checked arithmetic and with a table of its own: what is rehearsed is
 * compared with these. Immutable.
 */
final class PlainRanks {
    private static final int MOST = 80;
    private static final long[][] CHOOSE = new long[MOST][20];

    static {
        for (int n = 0; n < MOST; n++) {
            CHOOSE[n][0] = 1;
            for (int k = 1; k < CHOOSE[n].length && n > 0; k++) {
                CHOOSE[n][k] = Math.addExact(CHOOSE[n - 1][k - 1], CHOOSE[n - 1][k]);
            }
        }
    }

    private PlainRanks() {}

    /** Returns the number of vectors with some parts and a sum. */
    static long size(int parts, int sum) {
        return CHOOSE[sum + parts - 1][parts - 1];
    }

    /** Returns the place of a vector among those with as many parts and the same sum. */
    static long rank(int[] cells, int at, int parts) {
        long rank = 0;
        int b = -1;
        for (int i = 0; i < parts - 1; i++) {
            b += cells[at + i] + 1;
            rank = Math.addExact(rank, CHOOSE[b][i + 1]);
        }
        return rank;
    }

    /**
     * Returns the offset of the first position of a row, which has all the mover's seeds in his last pit.
     *
     * @param row the mover's seeds, and the opponent's pits
     */
    static long rowStart(int[] row) {
        int pits = row.length - 1;
        int[] first = new int[2 * pits];
        first[pits - 1] = row[0];
        System.arraycopy(row, 1, first, pits, pits);
        return rank(first, 0, first.length);
    }

    /** Returns {@link #rank} of the vector read backwards: the order in which the sweeps have the sides. */
    static int mirroredRank(int[] cells, int at, int parts) {
        int[] mirrored = new int[parts];
        for (int i = 0; i < parts; i++) {
            mirrored[i] = cells[at + parts - 1 - i];
        }
        return Math.toIntExact(rank(mirrored, 0, parts));
    }

    /** Writes the vector at a place among those with a sum. */
    static void unrank(int sum, long rank, int[] cells, int at, int parts) {
        long rest = rank;
        int above = sum + parts - 1;
        for (int i = parts - 1; i > 0; i--) {
            int b = above - 1;
            while (CHOOSE[b][i] > rest) {
                b--;
            }
            rest -= CHOOSE[b][i];
            cells[at + i] = above - b - 1;
            above = b;
        }
        cells[at] = above;
    }

    /** Writes the vector that stands at a place when it is read backwards. */
    static void mirroredUnrank(int sum, long rank, int[] cells, int at, int parts) {
        int[] mirrored = new int[parts];
        unrank(sum, rank, mirrored, 0, parts);
        for (int i = 0; i < parts; i++) {
            cells[at + i] = mirrored[parts - 1 - i];
        }
    }
}
