package granary.engine;

import granary.database.Bounds;
import granary.database.Database;
import granary.game.Game;

/**
 * The certain results of a position by the database, and the expected one: differences between the seeds on the board that the mover and
 * the opponent get. A player can force the certain result on a way that repeats none of its positions. But the game ends at a position
 * that it has seen before, and then only the least result of a repetition is certain.
 *
 * <p>If a repetition leaves each player the seeds of the own row and the database has no bounds, only captures are certain: as many for
 * the mover as the score, if it is positive. For one thread.
 */
final class Certainty {
    private final Database database;
    private final Game game;
    private final boolean[] isBounded;

    private int[] board;
    private int lower;
    private int upper;
    /** The least that a repetition gives to either player. */
    private int repeated;

    /**
     * Returns the difference of seeds when a repetition ends the game: each player keeps the seeds on their side, or the seeds on the
     * board count for nobody.
     */
    static int repetition(Game game, int moversSeeds, int opponentsSeeds) {
        return game.settlesEndlessPlay() ? game.scoring().cycleValue() : moversSeeds - opponentsSeeds;
    }

    Certainty(Database database) {
        this.database = database;
        this.game = database.game();
        this.isBounded = new boolean[game.topLayer() + 1];
        database.boundsLayers().forEach(layer -> isBounded[layer] = true);
    }

    /** Looks up a position with a number of seeds. */
    void look(int[] position, int seeds) {
        board = position;
        if (game.settlesEndlessPlay()) {
            lower = database.score(board);
            upper = lower;
            repeated = game.scoring().cycleValue();
            return;
        }
        repeated = -seeds;
        if (isBounded[seeds]) {
            int bounds = database.bounds(board);
            lower = 2 * Bounds.least(bounds) - seeds;
            upper = 2 * Bounds.most(bounds) - seeds;
        } else {
            int score = database.score(board);
            lower = 2 * Math.max(0, score) - seeds;
            upper = seeds - 2 * Math.max(0, -score);
        }
    }

    /**
     * Returns the least difference that is certain.
     *
     * @param isFresh whether the mover's way cannot meet an earlier position of the game
     */
    int least(boolean isFresh) {
        return isFresh ? lower : Math.min(lower, repeated);
    }

    /**
     * Returns the largest difference that the opponent cannot prevent.
     *
     * @param isFresh whether the opponent's way cannot meet an earlier position of the game
     */
    int most(boolean isFresh) {
        return isFresh ? upper : Math.max(upper, -repeated);
    }

    /** Returns the expected difference, between the certain ones: the score. The array must still hold the position. */
    int expected() {
        return lower == upper ? lower : database.score(board);
    }
}
