package granary.game;

import java.util.List;
import java.util.Map;

/**
 * A game as the registry knows it, before its parameters are chosen. {@link java.util.ServiceLoader} finds implementations, which
 * are immutable. Solver, format, reader and command line work with every game so found.
 */
public interface GameType {
    /** Returns the id: lower-case ASCII letters, as in file headers. */
    String id();

    /** Returns one line that describes the game to a newcomer. */
    String description();

    /** Returns the unit of a layer's number, in the plural, such as {@code seeds}. It also names the option for the last layer. */
    String layerUnit();

    /**
     * Returns whether the parameters bound a game, so that {@link Game#topLayer} is its last layer and not merely the last that can be
     * ranked. Such a game is built completely unless fewer layers are requested.
     */
    default boolean isBounded() {
        return false;
    }

    /** Returns the parameters in the order of the identity line. */
    List<Parameter> parameters();

    /**
     * Returns command-line arguments that build and then probe a small database, as an example.
     *
     * @return two lines: arguments of {@code build}, arguments of {@code probe}
     */
    List<String> example();

    /**
     * Creates the game.
     *
     * @param values a value for each parameter by name
     * @throws IllegalArgumentException with the reason when a value is not acceptable
     */
    Game create(Map<String, String> values);
}
