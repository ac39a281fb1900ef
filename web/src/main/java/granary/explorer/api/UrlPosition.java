package granary.explorer.api;

import granary.awari.Awari;
import granary.command.kit.PositionText;
import granary.engine.Notation;
import granary.game.Game;

/**
 * Positions as they stand in URLs: what {@link PositionText} reads, with spaces, underscores or, where the game's words have
 * none in themselves, commas between the words: {@code 1,1,2,0}, {@code free 9}, {@code 0,0_1,-1}.
 * Positions of awari may also be written as oware engines do, with {@code -}: south's pits, north's, both stores, and who is
 * to move.
 */
final class UrlPosition {
    /** Longer than any position. */
    private static final int MAX_LENGTH = 500;

    private final Game game;
    private final boolean hasCommas;

    UrlPosition(Game game) {
        this.game = game;
        this.hasCommas = hasCommas(game);
    }

    private static boolean hasCommas(Game game) {
        int[] position = new int[game.cells()];
        for (int layer = 0; layer <= Math.min(1, game.topLayer()); layer++) {
            game.unrank(layer, 0, position);
            if (String.join("", game.words(position)).contains(",")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads a position.
     *
     * @throws IllegalArgumentException with the reason when it is none
     */
    int[] parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a position has at most " + MAX_LENGTH + " characters");
        }
        if (game instanceof Awari awari && (text.endsWith("-S") || text.endsWith("-N"))) {
            return Notation.anyPosition(awari, text).now().position();
        }
        String spaced = text.replace('_', ' ');
        return PositionText.parse(game, hasCommas || spaced.startsWith("[") ? spaced : spaced.replace(',', ' '));
    }
}
