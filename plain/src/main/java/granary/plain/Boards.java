package granary.plain;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The order of the boards with some pits and seeds. A board stands behind those with more seeds in the last pit; of boards with
 * equal last pits, behind those with more in the pit before it, and so on. Its rank is the number of boards that stand before it.
 */
public final class Boards {
    private static final int MOST_PITS = 17;
    private static final int MOST_SEEDS = 64;
    private static final long[][] COUNT = new long[MOST_PITS + 1][MOST_SEEDS + 1];

    static {
        COUNT[0][0] = 1;
        for (int pits = 1; pits <= MOST_PITS; pits++) {
            for (int seeds = 0; seeds <= MOST_SEEDS; seeds++) {
                // Either the last pit is empty, or one seed can be taken out of it.
                COUNT[pits][seeds] = COUNT[pits - 1][seeds] + (seeds > 0 ? COUNT[pits][seeds - 1] : 0);
            }
        }
    }

    private Boards() {}

    /** Returns the number of boards with some pits, to 17, and seeds, to 64. */
    public static long count(int pits, int seeds) {
        return COUNT[pits][seeds];
    }

    /** Returns all boards with some pits and seeds in their order. */
    public static List<int[]> all(int pits, int seeds) {
        return LongStream.range(0, count(pits, seeds))
                .mapToObj(rank -> board(pits, seeds, rank))
                .toList();
    }

    /** Returns the number of boards before this one. */
    public static long rank(int... board) {
        long rank = 0;
        int seeds = 0;
        for (int pit = 0; pit < board.length; pit++) {
            seeds += board[pit];
            rank += withMore(pit, board[pit], seeds);
        }
        return rank;
    }

    /** Returns the number of boards of the pits to this one that have more than some seeds in it. */
    private static long withMore(int pit, int than, int seeds) {
        // Take one more than these seeds out of the pit: any board of what is left was one of them.
        return than < seeds ? count(pit + 1, seeds - than - 1) : 0;
    }

    /** Returns the board of a rank. */
    public static int[] board(int pits, int seeds, long rank) {
        int[] board = new int[pits];
        long rest = rank;
        int left = seeds;
        for (int pit = pits - 1; pit > 0; pit--) {
            board[pit] = left;
            while (board[pit] > 0 && withMore(pit, board[pit] - 1, left) <= rest) {
                board[pit]--;
            }
            rest -= withMore(pit, board[pit], left);
            left -= board[pit];
        }
        board[0] = left;
        return board;
    }
}
