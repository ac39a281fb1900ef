package granary.builder.bruteforce;

import java.util.ArrayList;
import java.util.List;

/**
 * The rules of awari, written a second time, as simply as possible, sharing no code with the program.
 */
enum Rules {
    OLYMPIAD,
    STRICT,
    ABAPA;

    /**
     * A move.
     *
     * @param pit the mover's pit
     * @param captured the seeds it captures
     * @param next the board as the opponent then sees it
     */
    record Move(int pit, int captured, Board next) {
        boolean starvesTheOpponent() {
            return Board.sum(next.mine()) == 0;
        }
    }

    List<Move> legalMoves(Board board) {
        List<Move> all = new ArrayList<>();
        for (int pit = 0; pit < board.mine().size(); pit++) {
            if (board.mine().get(pit) > 0) {
                all.add(play(board, pit));
            }
        }
        List<Move> feeding =
                all.stream().filter(move -> !move.starvesTheOpponent()).toList();
        return feeding.isEmpty() && this == OLYMPIAD ? all : feeding;
    }

    private Move play(Board board, int pit) {
        // Sow round one ring of pits, never into the pit the seeds came from.
        int half = board.mine().size();
        List<Integer> ring = new ArrayList<>(board.mine());
        ring.addAll(board.theirs());
        int hand = ring.set(pit, 0);
        int last = pit;
        while (hand > 0) {
            last = (last + 1) % ring.size();
            if (last != pit) {
                ring.set(last, ring.get(last) + 1);
                hand--;
            }
        }
        List<Integer> mine = ring.subList(0, half);
        List<Integer> theirs = ring.subList(half, 2 * half);

        // Capture twos and threes on the opponent's side, from the last seed backwards.
        List<Integer> left = new ArrayList<>(theirs);
        for (int i = last - half; i >= 0 && (left.get(i) == 2 || left.get(i) == 3); i--) {
            left.set(i, 0);
        }
        boolean isVoid = this == ABAPA && Board.sum(left) == 0;
        List<Integer> after = isVoid ? theirs : left;
        return new Move(pit, Board.sum(theirs) - Board.sum(after), new Board(List.copyOf(after), List.copyOf(mine)));
    }

    /** Returns what a mover without a legal move gets: all that is on the board, or minus that. */
    int endOfGame(Board board) {
        boolean keepsHisRow = this == ABAPA && Board.sum(board.mine()) > 0;
        return keepsHisRow ? board.seeds() : -board.seeds();
    }
}
