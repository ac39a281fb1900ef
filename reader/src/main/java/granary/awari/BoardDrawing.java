package granary.awari;

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
            add(opponents, half - 1 - pit, "  ");
            add(movers, pit, "  ");
            add(opponent, board[board.length - 1 - pit], " |");
            add(mover, board[pit], " |");
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

    /** Adds a number of one or two digits, right-aligned. */
    private static void add(StringBuilder row, int number, String end) {
        row.append(number < 10 ? "  " : " ").append(number).append(end);
    }
}
