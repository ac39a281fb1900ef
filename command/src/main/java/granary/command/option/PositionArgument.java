package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.command.kit.PositionText;
import granary.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import picocli.CommandLine.Parameters;

/** The position that a command takes, as words. */
public final class PositionArgument {
    @Parameters(arity = "0..*", paramLabel = "CELL", description = "The position, in the game's notation or as JSON.")
    private List<String> words = new ArrayList<>();

    /** Returns whether a position was given. */
    public boolean isGiven() {
        return !words.isEmpty();
    }

    /**
     * Returns the position, or the game's opening if none was given.
     *
     * @param top returns the last layer that the opening may be in; called only if no position was given
     * @throws InvalidRequestException when the words are not a position of the game, or it has no such opening
     */
    public int[] orOpening(Game game, IntSupplier top) {
        if (isGiven()) {
            return of(game);
        }
        int layer = top.getAsInt();
        return game.opening(layer)
                .filter(opening -> game.layer(opening) <= layer)
                .orElseThrow(() -> new InvalidRequestException(
                        "give the position in which play begins, written as in 'granary games'"));
    }

    /**
     * Returns the position.
     *
     * @throws InvalidRequestException when the words are not a position of the game
     */
    public int[] of(Game game) {
        try {
            return PositionText.parse(game, String.join(" ", words));
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException((words.isEmpty() ? "give a position: " : "") + e.getMessage(), e);
        }
    }
}
