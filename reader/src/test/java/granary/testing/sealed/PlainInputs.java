package granary.testing.sealed;

import granary.awari.Awari;
import java.util.Arrays;

/** Which boards a sealed layer stores, and what its network sees of one, straight from the format's description. */
public final class PlainInputs {
    /** From a pit to a pit, seeds moved. */
    private static final int[][] NEIGHBOURS = {
        {0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {2, 3, 1}, {1, 3, 1}, {3, 4, 1}, {2, 4, 1}, {0, 3, 1}, {0, 1, 2}
    };

    private static final int CAPTURE_ROWS = 400;
    private static final int PAIR_ROWS = 64;

    private PlainInputs() {}

    private static int neighbours(int pits) {
        return pits == 4 ? 5 : NEIGHBOURS.length;
    }

    /** Returns the number of rows of the first layer. */
    public static int rows(int pits, int seeds) {
        return neighbours(pits) * (2 * seeds + 2) + CAPTURE_ROWS + pits * (seeds + 1) + (pits - 3) * PAIR_ROWS;
    }

    /**
     * Returns the rows that a board chooses.
     *
     * @param board the seeds in all pits
     * @param first the offset of the first board of the half of a block
     * @param values those of the boards before this one in the half
     * @param count the number of these
     */
    public static int[] of(Awari game, int[] board, long first, int[] values, int count) {
        int pits = board.length;
        int seeds = Arrays.stream(board).sum();
        int[] inputs = new int[neighbours(pits) + 1 + pits + pits - 3];
        int group = 0;
        int row = 0;
        for (; group < neighbours(pits); group++, row += 2 * seeds + 2) {
            int from = NEIGHBOURS[group][0];
            int seen = 2 * seeds + 1;
            int moved = NEIGHBOURS[group][2];
            if (board[from] >= moved) {
                int[] neighbour = board.clone();
                neighbour[from] -= moved;
                neighbour[NEIGHBOURS[group][1]] += moved;
                long at = game.offset(neighbour) - first;
                seen = at >= 0 ? values[(int) at] : seen;
            }
            inputs[group] = row + seen;
        }
        inputs[group++] = row + 20 * capture(board) + threat(board);
        row += CAPTURE_ROWS;
        for (int pit = 0; pit < pits; pit++, row += seeds + 1) {
            inputs[group++] = row + board[pit];
        }
        for (int pit = 2; pit + 1 < pits; pit++, row += PAIR_ROWS) {
            inputs[group++] = row + 8 * Math.min(7, board[pit]) + Math.min(7, board[pit + 1]);
        }
        if (row != rows(pits, seeds) || count > 128) {
            throw new IllegalStateException("rows");
        }
        return inputs;
    }

    /** Returns the most that the mover captures by a move that ends in the opponent's pits without going round. */
    static int capture(int... board) {
        int half = board.length / 2;
        int most = 0;
        for (int pit = 0; pit < half; pit++) {
            int end = pit + board[pit];
            if (board[pit] > 0 && end >= half && end < 2 * half) {
                most = Math.max(most, chain(board, end, half));
            }
        }
        return most;
    }

    /** Returns the most that the opponent would. */
    static int threat(int... board) {
        int half = board.length / 2;
        int most = 0;
        for (int pit = half; pit < 2 * half; pit++) {
            int end = pit + board[pit] - 2 * half;
            if (end >= 0 && end < half) {
                most = Math.max(most, chain(board, end, 0));
            }
        }
        return most;
    }

    /** Returns the seeds, with one more in each, of the pits from an end down that hold 1 or 2. */
    private static int chain(int[] board, int end, int lowest) {
        int seeds = 0;
        for (int pit = end; pit >= lowest && (board[pit] == 1 || board[pit] == 2); pit--) {
            seeds += board[pit] + 1;
        }
        return seeds;
    }

    /** Returns whether a board is stored. */
    public static boolean isStored(int[] board) {
        int half = board.length / 2;
        int[] opponents = Arrays.copyOfRange(board, half, 2 * half);
        if (Arrays.stream(opponents).allMatch(seeds -> seeds > 0)) {
            return false;
        }
        for (int pit = 0; pit < half; pit++) {
            if (board[pit] > 0 && Arrays.compare(sown(board, pit), opponents) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static int[] sown(int[] board, int pit) {
        int[] sown = board.clone();
        sown[pit] = 0;
        int at = pit;
        for (int seeds = board[pit]; seeds > 0; ) {
            at = (at + 1) % board.length;
            if (at != pit) {
                sown[at]++;
                seeds--;
            }
        }
        return Arrays.copyOf(sown, board.length / 2);
    }
}
