package granary.analysis.strategy;

import granary.builder.InvalidRequestException;
import java.util.Locale;

/** One of the two players. {@code FIRST} makes the first move. */
enum Player {
    FIRST,
    SECOND;

    /** Returns the name on the command line and in files. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the player with a name.
     *
     * @throws InvalidRequestException when the name is not that of a player
     */
    static Player of(String id) {
        return switch (id) {
            case "first" -> FIRST;
            case "second" -> SECOND;
            default -> throw new InvalidRequestException("no player '" + id + "'; choose first or second");
        };
    }
}
