package granary.statistics;

import granary.game.Game;

/** Writes positions in words. */
final class Positions {
    private Positions() {}

    /** Returns the position at an offset in the game's notation. */
    static String words(Game game, int layer, long offset) {
        int[] position = new int[game.cells()];
        game.unrank(layer, offset, position);
        return String.join(" ", game.words(position));
    }
}
