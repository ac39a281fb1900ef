package granary.analysis.graph;

import granary.game.Game;

/** Names of positions in files: the words of {@link Game#words}, joined by slashes, as in {@code 3/3/1}. */
public final class Names {
    private static final String BETWEEN = "/";

    private Names() {}

    /** Returns the name of a position. */
    public static String of(Game game, int[] position) {
        return String.join(BETWEEN, game.words(position));
    }

    /**
     * Returns the position with a name.
     *
     * @throws IllegalArgumentException when no position has that name, with the reason
     */
    public static int[] parse(Game game, String name) {
        return game.parse(name.split(BETWEEN, -1));
    }
}
