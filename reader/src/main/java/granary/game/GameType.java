package granary.game;

import java.util.List;
import java.util.Map;

/**
 * A game as the registry knows it, before its parameters are chosen. {@link java.util.ServiceLoader} finds implementations, which
 * are immutable. Solver, format, reader and command line work with every game so found.
 */
public abstract class GameType {
    private final String id;
    private final String description;
    private final String layerUnit;
    private final boolean isBounded;
    private final List<Parameter> parameters;
    private final List<String> example;

    /**
     * Describes the game.
     *
     * @param id lower-case ASCII letters, as in file headers
     * @param description one line that describes the game to a newcomer
     * @param layerUnit the unit of a layer's number, in the plural, such as {@code seeds}. It also names the option for the last layer
     * @param isBounded whether the parameters bound a game, so that {@link Game#topLayer} is its last layer and not merely the last that
     *     can be ranked. Such a game is built completely unless fewer layers are requested
     * @param parameters the parameters in the order of the identity line
     * @param example arguments of {@code build} and of {@code probe} that build and then probe a small database
     */
    protected GameType(
            String id,
            String description,
            String layerUnit,
            boolean isBounded,
            List<Parameter> parameters,
            List<String> example) {
        this.id = id;
        this.description = description;
        this.layerUnit = layerUnit;
        this.isBounded = isBounded;
        this.parameters = List.copyOf(parameters);
        this.example = List.copyOf(example);
    }

    /** Returns the id. */
    public final String id() {
        return id;
    }

    /** Returns one line that describes the game. */
    public final String description() {
        return description;
    }

    /** Returns the unit of a layer's number, in the plural. */
    public final String layerUnit() {
        return layerUnit;
    }

    /** Returns whether the parameters bound a game. */
    public final boolean isBounded() {
        return isBounded;
    }

    /** Returns the parameters in the order of the identity line. */
    public final List<Parameter> parameters() {
        return parameters;
    }

    /** Returns the arguments of {@code build} and of {@code probe} of an example. */
    public final List<String> example() {
        return example;
    }

    /**
     * Creates the game.
     *
     * @param values a value for each parameter by name
     * @throws IllegalArgumentException with the reason when a value is not acceptable
     */
    public abstract Game create(Map<String, String> values);
}
