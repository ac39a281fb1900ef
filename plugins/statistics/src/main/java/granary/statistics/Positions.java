package granary.statistics;

import granary.game.Game;

/** Positions in words. */
final class Positions {
    private Positions() {}

    /** Returns the position at an offset as people write it. */
    static String words(Game game, int layer, long offset) {
        int[] position = new int[game.cells()];
        game.unrank(layer, offset, position);
        return String.join(" ", game.words(position));
    }
}
