package granary.awari;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a rule set makes of a move that leaves the opponent without seeds, and of a mover without a legal move. All
 * other rules are common. The choice changes scores everywhere, so it is part of a database's identity.
 */
public enum RuleSet {
    /**
     * The awari of the literature and of the published databases: such a move is illegal while there is another; when
     * every move does it, all are legal (and then worth all seeds). A mover without seeds loses the rest.
     */
    OLYMPIAD,
    /** Such a move is always illegal. A mover without a legal move loses the rest, whichever side it is on. */
    STRICT,
    /**
     * The popular modern game: a capture of all the opponent's seeds captures nothing and the sowing stands; an
     * opponent without seeds must be fed when that is possible. A mover without a legal move ends the game, and each
     * side keeps its own row.
     */
    ABAPA;

    /** Returns the id used in file headers and on the command line: the name in lower case. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the rule set with an id.
     *
     * @throws IllegalArgumentException that lists the ids when there is none
     */
    public static RuleSet of(String id) {
        return Stream.of(values())
                .filter(rules -> rules.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no rule set '" + id + "'; the rule sets are "
                        + Stream.of(values()).map(RuleSet::id).collect(Collectors.joining(", "))));
    }
}
