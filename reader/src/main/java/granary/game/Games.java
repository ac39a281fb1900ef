package granary.game;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The registry of games. Safe for use by any number of threads. */
public final class Games {
    private static final List<GameType> TYPES =
            ServiceLoader.load(GameType.class, Games.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(GameType::id))
                    .toList();

    private Games() {}

    /** Returns all games by ascending id. */
    public static List<GameType> types() {
        return TYPES;
    }

    /**
     * Returns a game type.
     *
     * @throws IllegalArgumentException that lists the known ids when there is none of that id
     */
    public static GameType type(String id) {
        return TYPES.stream()
                .filter(type -> type.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no game '" + id + "'; there is "
                        + TYPES.stream().map(GameType::id).collect(Collectors.joining(", "))));
    }

    /**
     * Makes a game.
     *
     * @param id the game's id
     * @param given values for some parameters or all; the others take their defaults
     * @throws IllegalArgumentException with the reason when the game, a parameter or a value is unknown
     */
    public static Game create(String id, Map<String, String> given) {
        GameType type = type(id);
        Map<String, String> values = new LinkedHashMap<>();
        type.parameters().forEach(parameter -> values.put(parameter.name(), parameter.defaultValue()));
        given.forEach((name, value) -> {
            if (values.replace(name, value) == null) {
                throw new IllegalArgumentException("the game " + id + " has no parameter '" + name + "'; it has "
                        + String.join(", ", values.keySet()));
            }
        });
        return type.create(values);
    }
}
