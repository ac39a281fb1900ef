package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.database.Listing;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.GameType;
import granary.game.Games;
import granary.game.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
    private static final String DEFAULT = "awari";

    @Option(names = "--game", paramLabel = "GAME", description = "The game (" + DEFAULT + ").")
    private String game;

    private final Map<String, String> given = new LinkedHashMap<>();

    /** Adds the registered games' options to a command that has this as a mixin. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec spec) {
        Map<String, String> descriptions = new TreeMap<>();
        for (GameType type : Games.types()) {
            String prefix = type.id() + ": ";
            descriptions.merge(type.layerUnit(), prefix + "the last layer.", (a, b) -> a + " " + b);
            for (Parameter parameter : type.parameters()) {
                String text = prefix + parameter.description() + " (" + parameter.defaultValue() + ").";
                descriptions.merge(parameter.name(), text, (a, b) -> a + " " + b);
            }
        }
        descriptions.forEach((name, description) -> spec.addOption(OptionSpec.builder("--" + name)
                .paramLabel(name.toUpperCase(Locale.ROOT))
                .type(String.class)
                .description(description)
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
        return game(game == null ? DEFAULT : game, Map.of());
    }

    /**
     * Returns the game of the database in a directory, or the chosen one if there is no database or it lists no file.
     *
     * @throws InvalidRequestException when the options choose another game
     */
    public Game gameOf(Path directory) {
        if (!Files.exists(directory.resolve(Manifest.FILE_NAME))) {
            return game();
        }
        Listing listing = new Listing(directory);
        if (listing.manifest().allFiles().isEmpty()) {
            return game();
        }
        Game there = listing.game();
        String id = there.type().id();
        Game chosen = game == null || game.equals(id) ? game(id, there.parameters()) : game();
        if (!chosen.identity().equals(there.identity())) {
            throw new InvalidRequestException(directory + " holds " + there.identity() + ", not " + chosen.identity()
                    + ": leave out the options of the game, or choose another directory");
        }
        return there;
    }

    /** Returns the names of a game's options; that of its layers is the first. */
    private static List<String> names(GameType type) {
        List<String> names = new ArrayList<>(List.of(type.layerUnit()));
        type.parameters().forEach(parameter -> names.add(parameter.name()));
        return names;
    }

    private Game game(String id, Map<String, String> otherwise) {
        try {
            List<String> names = names(Games.type(id));
            for (String name : given.keySet()) {
                if (!names.contains(name)) {
                    throw new InvalidRequestException(
                            "--" + name + " is not an option of " + id + ", which has --" + String.join(", --", names));
                }
            }
            Map<String, String> parameters = new LinkedHashMap<>(otherwise);
            parameters.putAll(given);
            parameters.remove(names.getFirst());
            return Games.create(id, parameters);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    /** Returns the last layer to build. */
    public int topLayer(Game chosen) {
        String unit = chosen.type().layerUnit();
        String text = given.get(unit);
        if (text == null && chosen.type().isBounded()) {
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
