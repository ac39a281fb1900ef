package granary.awari;

import granary.game.Notation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Boards of awari as the seeds in each pit, the mover's first; or as oware programs write them, such as
 * {@code 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S}: south's pits, north's, what both have taken, and who is to move.
 */
final class AwariNotation extends Notation {
    private static final int SEEDS_PER_PIT = 4;

    private final Awari game;

    AwariNotation(Awari game) {
        this.game = game;
    }

    @Override
    protected int[] position(List<String> words) {
        int cells = game.cells();
        String side = words.isEmpty() ? "" : words.get(words.size() - 1);
        boolean hasSide = side.equals("S") || side.equals("N");
        boolean isOfOware = words.size() == cells + 3;
        if (hasSide && !isOfOware) {
            throw new IllegalArgumentException("'" + String.join("-", words) + "' does not have " + cells
                    + " pits, two stores and who is to move");
        }
        int[] numbers = new int[isOfOware ? cells + 2 : words.size()];
        long sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(words.get(i), "a number of seeds");
            sum += numbers[i];
        }
        if (!isOfOware) {
            game.layer(numbers);
            return numbers;
        }
        int all = SEEDS_PER_PIT * cells;
        if (sum > all && numbers[cells] + numbers[cells + 1] > 0) {
            throw new IllegalArgumentException(
                    "the seeds add up to " + sum + "; a game has " + all + ": " + String.join("-", words));
        }
        if (!hasSide) {
            throw new IllegalArgumentException("'" + side + "' is to move; it must be S or N");
        }
        int[] board = new int[cells];
        for (int pit = 0; pit < cells; pit++) {
            board[pit] = numbers[side.equals("S") ? pit : (pit + cells / 2) % cells];
        }
        game.layer(board);
        return board;
    }

    /** {@inheritDoc} The opponent's pits stand above, from right to left, so that sowing goes anticlockwise. */
    @Override
    public String draw(int[] board) {
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

    @Override
    public Map<String, Integer> describe(int move, int captured) {
        Map<String, Integer> description = new LinkedHashMap<>();
        description.put("pit", move);
        description.put("captured", captured);
        return description;
    }
}
