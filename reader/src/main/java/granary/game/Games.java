package granary.game;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The registry of games. Awari is in the reader's jar. Chain, Chomp and Chexers are in the jar {@code granary-games}, which need
 * only be on the class path or the module path together with the reader. The same holds for the jar of any other {@link
 * GameType}. Safe for use by any number of threads.
 */
public final class Games {
    private static final List<GameType> TYPES =
            ServiceLoader.load(GameType.class, Games.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(GameType::id))
                    .toList();

    private Games() {}

    /** The games in the jar {@code granary-games}. */
    private static final Set<String> IN_GRANARY_GAMES = Set.of("chain", "chexers", "chomp");

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
                .orElseThrow(() -> new IllegalArgumentException("no game '" + id + "'; the games are "
                        + TYPES.stream().map(GameType::id).collect(Collectors.joining(", "))));
    }

    /** Returns whether the jar of a game is on the class path or the module path. */
    public static boolean contains(String id) {
        return TYPES.stream().anyMatch(type -> type.id().equals(id));
    }

    /** Returns what to do when the jar of a game is missing, as a part of a sentence. */
    public static String remedy(String id) {
        Module reader = Games.class.getModule();
        String jar = "the jar of the game " + id + " belongs";
        if (IN_GRANARY_GAMES.contains(id)) {
            String version = reader.isNamed()
                    ? reader.getDescriptor().rawVersion().orElse(null)
                    : Games.class.getPackage().getImplementationVersion();
            jar = "it is in granary-games" + (version == null ? "" : "-" + version) + ".jar, which belongs";
        }
        return jar + (reader.isNamed() ? " on the module path" : " on the class path");
    }

    /**
     * Creates a game.
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
