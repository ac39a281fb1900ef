package granary.game;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The registry of games. Awari is in the reader's jar. Chain, Chomp and Chexers are in the jar {@code granary-games}, which need
 * only be on the class path or the module path together with the reader. The same holds for the jar of any other {@link
 * GameType}. Those are found that the class loader of the reader sees, whichever thread asks; {@link #add} takes one of another class
 * loader. Safe for use by any number of threads.
 */
public final class Games {
    /** All games by their ids; another map with each that is added. The browser has no concurrent map. */
    private static volatile SortedMap<String, GameType> types = new TreeMap<>();

    static {
        for (GameType type : ServiceLoader.load(GameType.class, Games.class.getClassLoader())) {
            types.putIfAbsent(type.id(), type);
        }
    }

    private Games() {}

    /** The games in the jar {@code granary-games}. */
    private static final Set<String> IN_GRANARY_GAMES = Set.of("chain", "chexers", "chomp");

    /** Adds a game that the class loader of the reader does not see, or replaces the one of the same id. */
    public static synchronized void add(GameType type) {
        SortedMap<String, GameType> more = new TreeMap<>(types);
        more.put(type.id(), type);
        types = more;
    }

    /** Returns all games by ascending id. */
    public static List<GameType> types() {
        return List.copyOf(types.values());
    }

    /** Returns the ids of all games, ascending, as a part of a sentence. */
    public static String ids() {
        return String.join(", ", types.keySet());
    }

    /**
     * Returns a game type.
     *
     * @throws IllegalArgumentException that lists the known ids when there is none of that id
     */
    public static GameType type(String id) {
        GameType type = types.get(id);
        if (type == null) {
            throw new IllegalArgumentException("no game '" + id + "'; the games are " + ids());
        }
        return type;
    }

    /** Returns whether the jar of a game is on the class path or the module path. */
    public static boolean contains(String id) {
        return types.containsKey(id);
    }

    /** Returns the advice for a missing jar of a game, as a part of a sentence. */
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
        for (Parameter parameter : type.parameters()) {
            values.put(parameter.name(), given.getOrDefault(parameter.name(), parameter.defaultValue()));
        }
        for (String name : given.keySet()) {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("the game " + id + " has no parameter '" + name + "'; it has "
                        + String.join(", ", values.keySet()));
            }
        }
        return type.create(values);
    }
}
