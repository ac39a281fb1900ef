package granary.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The three rule sets of awari. */
public enum Rules {
    OLYMPIAD,
    STRICT,
    ABAPA;

    /**
     * A move.
     *
     * @param pit the mover's pit, from 0
     * @param captured the seeds that it captures
     * @param board the board after it, turned: the opponent is the mover now
     */
    @SuppressWarnings("ArrayRecordComponent") // moves are not compared with one another
    public record Move(int pit, int captured, int[] board) {}

    /** Returns the legal moves of a board, by pit. */
    public List<Move> moves(int... board) {
        List<Move> feeding = new ArrayList<>();
        List<Move> starving = new ArrayList<>();
        for (int pit = 0; pit < board.length / 2; pit++) {
            if (board[pit] > 0) {
                Move move = move(board, pit);
                (seedsOfMover(move.board()) > 0 ? feeding : starving).add(move);
            }
        }
        return feeding.isEmpty() && this == OLYMPIAD ? starving : feeding;
    }

    private Move move(int[] board, int pit) {
        int pits = board.length / 2;
        int[] sown = board.clone();
        int last = sow(sown, pit);
        int[] left = sown.clone();
        for (int at = last; at >= pits && (left[at] == 2 || left[at] == 3); at--) {
            left[at] = 0;
        }
        if (this == ABAPA && seedsOfMover(turn(left)) == 0) {
            left = sown; // a capture of all that the opponent has captures nothing
        }
        return new Move(pit, seeds(board) - seeds(left), turn(left));
    }

    /** Sows the seeds of a pit, never into that pit, and returns the pit of the last one. Nothing is captured. */
    public static int sow(int[] board, int pit) {
        int seeds = board[pit];
        board[pit] = 0;
        int at = pit;
        while (seeds > 0) {
            at = (at + 1) % board.length;
            if (at != pit) {
                board[at]++;
                seeds--;
            }
        }
        return at;
    }

    private static int[] turn(int[] board) {
        int[] turned = new int[board.length];
        for (int pit = 0; pit < board.length; pit++) {
            turned[pit] = board[(pit + board.length / 2) % board.length];
        }
        return turned;
    }

    /** Returns the score of a mover without a legal move: all seeds of the board, or all of them lost. */
    public int scoreWithoutMove(int... board) {
        return this == ABAPA && seedsOfMover(board) > 0 ? seeds(board) : -seeds(board);
    }

    /** Returns the seeds on a board. */
    public static int seeds(int... board) {
        return Arrays.stream(board).sum();
    }

    /** Returns the seeds on the mover's side of a board. */
    public static int seedsOfMover(int... board) {
        return Arrays.stream(board, 0, board.length / 2).sum();
    }
}
