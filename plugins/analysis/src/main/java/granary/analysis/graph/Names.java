package granary.analysis.graph;

import granary.game.Game;

/** Names of positions, for files: the words ({@link Game#words}) with slashes between them, as in {@code 3/3/1}. */
public final class Names {
    private static final String BETWEEN = "/";

    private Names() {}

    /** Returns the name of a position. */
    public static String of(Game game, int[] position) {
        return String.join(BETWEEN, game.words(position));
    }

    /**
     * Returns the position of a name.
     *
     * @throws IllegalArgumentException with the reason when there is none
     */
    public static int[] parse(Game game, String name) {
        return game.parse(name.split(BETWEEN, -1));
    }
}
