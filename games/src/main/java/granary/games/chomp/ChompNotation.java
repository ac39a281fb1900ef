package granary.games.chomp;

import granary.game.Notation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Positions of Chomp: the lengths of the rows, top row first; rows that are not given are eaten. */
final class ChompNotation extends Notation {
    private final Chomp game;

    ChompNotation(Chomp game) {
        this.game = game;
    }

    @Override
    protected int[] position(List<String> words) {
        if (words.isEmpty() || words.size() > game.cells()) {
            throw new IllegalArgumentException(
                    "a position is the lengths of 1 to " + game.cells() + " rows, not of " + words.size());
        }
        int[] position = new int[game.cells()];
        for (int row = 0; row < words.size(); row++) {
            position[row] = number(words.get(row), "the length of a row");
        }
        game.layer(position);
        return position;
    }

    /** {@inheritDoc} {@code x} is the poisoned square, {@code #} a square, {@code .} one that is eaten. */
    @Override
    public String draw(int[] position) {
        StringBuilder drawing = new StringBuilder("   ");
        for (int column = 0; column < game.columns(); column++) {
            drawing.append(String.format(Locale.ROOT, "%3d", column));
        }
        for (int row = 0; row < position.length; row++) {
            drawing.append(String.format(Locale.ROOT, "\n%3d", row));
            for (int column = 0; column < game.columns(); column++) {
                boolean left = column < position[row];
                drawing.append("  ").append(!left ? '.' : row + column == 0 ? 'x' : '#');
            }
        }
        return drawing.toString();
    }

    /** {@inheritDoc} Row and column of the square, from 0. */
    @Override
    public Map<String, Integer> describe(int move, int captured) {
        Map<String, Integer> description = new LinkedHashMap<>();
        description.put("row", move / game.columns());
        description.put("column", move % game.columns());
        return description;
    }
}
