package granary.explorer.api;

import granary.game.Game;
import granary.game.Scoring;
import granary.games.ShortestPath;
import granary.games.WinLoss;
import java.util.Locale;

/** The meaning of a score, in a word. */
enum Category {
    /** The mover gains: in awari he will capture more from here on than the opponent. */
    WIN,
    /** Neither gains, or best play never ends. */
    DRAW,
    /** The opponent gains. */
    LOSS,
    /** The game is over, and the rules say who has won. */
    END,
    /** A puzzle with a solution. */
    SOLVABLE,
    /** A puzzle that is solved. */
    SOLVED,
    /** A puzzle without a solution. */
    UNSOLVABLE;

    /** Returns the category of a score. */
    static Category of(Game game, int score) {
        Scoring scoring = game.scoring();
        if (scoring instanceof ShortestPath) {
            return score == ShortestPath.UNSOLVABLE ? UNSOLVABLE : score == 0 ? SOLVED : SOLVABLE;
        }
        if (scoring instanceof WinLoss winLoss && score == winLoss.end()) {
            return END;
        }
        int even = scoring.cycleValue();
        return score == even ? DRAW : scoring.isBetter(score, even) ? WIN : LOSS;
    }

    /** Returns the word as it stands in answers. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
