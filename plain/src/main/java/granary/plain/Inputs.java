package granary.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The boards that a compressed layer stores, and the inputs of its network. */
public final class Inputs {
    /** From a pit to a pit, seeds moved; the first five alone on a board of four pits. */
    private static final int[][] NEIGHBOURS = {
        {0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {2, 3, 1}, {1, 3, 1}, {3, 4, 1}, {2, 4, 1}, {0, 3, 1}, {0, 1, 2}
    };

    private static final int CAPTURES = 400;
    private static final int PAIRS = 64;

    private Inputs() {}

    private static List<int[]> neighbours(int pits) {
        return Arrays.asList(NEIGHBOURS).subList(0, pits == 4 ? 5 : NEIGHBOURS.length);
    }

    /** Returns the digit that stands for none: that of a board that is not stored. */
    public static int none(int seeds) {
        return 2 * seeds + 1;
    }

    /** Returns the number of input vectors of a layer of boards with some pits, those of both sides. */
    public static int count(int pits, int seeds) {
        return neighbours(pits).size() * (2 * seeds + 2) + CAPTURES + pits * (seeds + 1) + (pits - 3) * PAIRS;
    }

    /** Returns the input vectors that a board chooses: the digits are those from the first board of its half of a block on. */
    public static int[] of(int[] board, long first, int... digits) {
        int pits = board.length;
        int seeds = Rules.seeds(board);
        List<Integer> chosen = new ArrayList<>();
        int input = 0;
        for (int[] neighbour : neighbours(pits)) {
            chosen.add(input + seen(board, neighbour[0], neighbour[1], neighbour[2], first, digits));
            input += 2 * seeds + 2;
        }
        chosen.add(input + 20 * most(board, 0, pits / 2) + most(board, pits / 2, 0));
        input += CAPTURES;
        for (int pit = 0; pit < pits; pit++) {
            chosen.add(input + board[pit]);
            input += seeds + 1;
        }
        for (int pit = 2; pit + 1 < pits; pit++) {
            chosen.add(input + 8 * Math.min(7, board[pit]) + Math.min(7, board[pit + 1]));
            input += PAIRS;
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the digit of the board with seeds moved. */
    private static int seen(int[] board, int from, int to, int moved, long first, int... digits) {
        int[] neighbour = board.clone();
        neighbour[from] -= moved;
        neighbour[to] += moved;
        boolean isThere = neighbour[from] >= 0 && Boards.rank(neighbour) >= first;
        return isThere ? digits[(int) (Boards.rank(neighbour) - first)] : none(Rules.seeds(board));
    }

    /** Returns the most that a move from a side, which begins with a pit, could capture of the other. */
    private static int most(int[] board, int side, int other) {
        int pits = board.length / 2;
        int most = 0;
        for (int pit = side; pit < side + pits; pit++) {
            int end = pit + board[pit] - 2 * side;
            if (board[pit] > 0 && end < other + pits) {
                most = Math.max(most, row(board, end, other));
            }
        }
        return most;
    }

    /** Returns the seeds, with one more in each, of the pits from an end down that hold 1 or 2. */
    private static int row(int[] board, int end, int lowest) {
        int seeds = 0;
        for (int pit = end; pit >= lowest && (board[pit] == 1 || board[pit] == 2); pit--) {
            seeds += board[pit] + 1;
        }
        return seeds;
    }

    /** Returns whether a board is stored. */
    public static boolean isStored(int[] board) {
        int pits = board.length / 2;
        if (Arrays.stream(board, pits, 2 * pits).allMatch(seeds -> seeds > 0)) {
            return false;
        }
        for (int pit = 0; pit < pits; pit++) {
            int[] sown = board.clone();
            Rules.sow(sown, pit);
            if (board[pit] > 0 && Arrays.compare(sown, 0, pits, board, pits, 2 * pits) >= 0) {
                return true;
            }
        }
        return false;
    }
}
