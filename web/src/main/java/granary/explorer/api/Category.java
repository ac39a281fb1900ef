package granary.explorer.api;

import granary.game.Game;
import granary.game.Scoring;
import granary.games.ShortestPath;
import granary.games.WinLoss;
import java.util.Locale;

/** The meaning of a score, in a word. */
enum Category {
    /** Awari: the mover will capture more from here on than the opponent, whatever both have captured before. */
    GAIN,
    /** Awari: neither will capture more. */
    EVEN,
    /** Chain, Chomp: the mover wins. */
    WIN,
    /** Awari: the opponent will capture more; chain, Chomp: the opponent wins. */
    LOSS,
    /** Chain, Chomp: the game is over. */
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
        if (scoring instanceof WinLoss winLoss) {
            return score == winLoss.end() ? END : score > 0 ? WIN : LOSS;
        }
        return score > 0 ? GAIN : score < 0 ? LOSS : EVEN;
    }

    /** Returns the word as it stands in answers. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
