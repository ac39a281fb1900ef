package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.command.kit.PositionText;
import granary.game.Game;
import granary.game.GameType;
import granary.game.Games;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The position that a command takes. The position is given as words. A game's keyword that precedes a value may also be
 * written as an option, as in {@code --free 9}.
 */
public final class PositionArgument {
    @Parameters(arity = "0..*", paramLabel = "CELL", description = "The position, in the game's notation or as JSON.")
    private List<String> words = new ArrayList<>();

    private final List<OptionSpec> prefixes = new ArrayList<>();

    /** Adds the registered games' options to a command that has this as a mixin. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec spec) {
        for (GameType type : Games.types()) {
            type.positionPrefixes().forEach((word, meaning) -> {
                OptionSpec option = OptionSpec.builder("--" + word)
                        .type(boolean.class)
                        .description(type.id() + ": " + meaning + ".")
                        .build();
                spec.addOption(option);
                prefixes.add(option);
            });
        }
    }

    /** Returns whether a position was given. */
    public boolean isGiven() {
        return !words.isEmpty();
    }

    /**
     * Returns the position, or the game's opening if none was given.
     *
     * @param top tells the last layer that the opening may be of; asked only if no position was given
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
        List<String> all = new ArrayList<>();
        for (OptionSpec prefix : prefixes) {
            if (Boolean.TRUE.equals(prefix.getValue())) {
                String word = prefix.longestName().substring(2);
                if (!game.type().positionPrefixes().containsKey(word)) {
                    throw new InvalidRequestException(
                            "--" + word + " is not an option of " + game.type().id());
                }
                all.add(word);
            }
        }
        all.addAll(words);
        try {
            return PositionText.parse(game, String.join(" ", all));
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException((words.isEmpty() ? "give a position: " : "") + e.getMessage(), e);
        }
    }
}
