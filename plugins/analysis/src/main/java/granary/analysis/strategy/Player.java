package granary.analysis.strategy;

import granary.builder.InvalidRequestException;
import java.util.Locale;

/** One of the two players: who makes the first move, or the other. */
enum Player {
    FIRST,
    SECOND;

    /** Returns the name on the command line and in files. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the player of a name.
     *
     * @throws InvalidRequestException when there is none
     */
    static Player of(String id) {
        return switch (id) {
            case "first" -> FIRST;
            case "second" -> SECOND;
            default -> throw new InvalidRequestException("no player '" + id + "'; there is first, second");
        };
    }
}
