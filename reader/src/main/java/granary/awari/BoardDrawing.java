package granary.awari;

import java.util.Locale;

/** Draws a board as text, the opponent's pits above the mover's. */
final class BoardDrawing {
    private BoardDrawing() {}

    static String draw(int[] board) {
        int half = board.length / 2;
        StringBuilder opponents = new StringBuilder("pit        ");
        StringBuilder movers = new StringBuilder("pit        ");
        StringBuilder opponent = new StringBuilder("opponent  |");
        StringBuilder mover = new StringBuilder("to move   |");
        for (int pit = 0; pit < half; pit++) {
            opponents.append(String.format(Locale.ROOT, " %2d  ", half - 1 - pit));
            movers.append(String.format(Locale.ROOT, " %2d  ", pit));
            opponent.append(String.format(Locale.ROOT, " %2d |", board[board.length - 1 - pit]));
            mover.append(String.format(Locale.ROOT, " %2d |", board[pit]));
        }
        String edge = " ".repeat(10) + "+" + "----+".repeat(half);
        return String.join(
                "\n",
                opponents.toString().stripTrailing(),
                edge,
                opponent + "  " + Sowing.opponentsSeeds(board) + " seeds",
                edge,
                mover + "  " + Sowing.moversSeeds(board) + " seeds",
                edge,
                movers.toString().stripTrailing());
    }
}
