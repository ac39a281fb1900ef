package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.game.Game;
import granary.game.GameType;
import granary.game.Games;
import granary.game.Parameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that choose a game, its parameters and its last layer. Only {@code --game} is declared here. Each
 * registered game brings its other options.
 */
public final class GameOptions {
    @Option(names = "--game", paramLabel = "GAME", defaultValue = "awari", description = "The game (${DEFAULT-VALUE}).")
    private String game;

    private final Map<String, String> given = new LinkedHashMap<>();

    /** Adds the registered games' options to a command that has this as a mixin. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec spec) {
        Map<String, Map<String, String>> descriptions = new TreeMap<>();
        for (GameType type : Games.types()) {
            descriptions
                    .computeIfAbsent(type.layerUnit(), name -> new LinkedHashMap<>())
                    .put(type.id(), "the last layer");
            for (Parameter parameter : type.parameters()) {
                descriptions
                        .computeIfAbsent(parameter.name(), name -> new LinkedHashMap<>())
                        .put(type.id(), parameter.description() + " (" + parameter.defaultValue() + ")");
            }
        }
        descriptions.forEach((name, byGame) -> spec.addOption(OptionSpec.builder("--" + name)
                .paramLabel(name.toUpperCase(java.util.Locale.ROOT))
                .type(String.class)
                .description(byGame.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue() + ".")
                        .collect(Collectors.joining(" ")))
                .setter(new CommandLine.Model.ISetter() {
                    @Override
                    @SuppressWarnings("unchecked")
                    public <T> T set(T value) {
                        return (T) (value == null ? given.remove(name) : given.put(name, (String) value));
                    }
                })
                .build()));
    }

    /** Returns the chosen game. */
    public Game game() {
        Map<String, String> parameters = new LinkedHashMap<>(given);
        parameters.remove(type().layerUnit());
        try {
            return Games.create(game, parameters);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    private GameType type() {
        try {
            return Games.type(game);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    /** Returns the last layer to build. */
    public int topLayer(Game chosen) {
        String unit = chosen.type().layerUnit();
        String text = given.get(unit);
        if (text == null && chosen.isBounded()) {
            return chosen.topLayer();
        }
        if (text == null) {
            throw new InvalidRequestException("--" + unit + " N is missing; N is 0 to " + chosen.topLayer());
        }
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) > chosen.topLayer()) {
            throw new InvalidRequestException("--" + unit + " must be 0 to " + chosen.topLayer() + " for "
                    + chosen.identity() + ", not '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}
