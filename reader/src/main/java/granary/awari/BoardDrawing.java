package granary.awari;

import java.util.Locale;

/** Draws a board as text. */
final class BoardDrawing {
    private BoardDrawing() {}

    static String draw(int[] board) {
        int half = board.length / 2;
        StringBuilder numbers = new StringBuilder("           ");
        StringBuilder opponent = new StringBuilder("opponent  |");
        StringBuilder mover = new StringBuilder("to move   |");
        for (int pit = 0; pit < half; pit++) {
            numbers.append(String.format(Locale.ROOT, " %2d  ", pit));
            opponent.append(String.format(Locale.ROOT, " %2d |", board[board.length - 1 - pit]));
            mover.append(String.format(Locale.ROOT, " %2d |", board[pit]));
        }
        String edge = " ".repeat(10) + "+" + "----+".repeat(half);
        return String.join(
                "\n",
                edge,
                opponent + "  " + Sowing.opponentsSeeds(board) + " seeds",
                edge,
                mover + "  " + Sowing.moversSeeds(board) + " seeds",
                edge,
                "pit" + numbers.substring(3).stripTrailing());
    }
}
