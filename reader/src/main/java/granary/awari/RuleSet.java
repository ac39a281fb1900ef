package granary.awari;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The rule sets of awari. They differ in moves that leave the opponent without seeds, and in what happens when the mover has no
 * legal move; all other rules are the same. The choice changes scores everywhere, so it is part of a database's identity.
 */
public enum RuleSet {
    /**
     * The awari of the literature and of the published databases. A move that leaves the opponent without seeds is illegal if there is
     * another kind of move; when every move does it, all are legal (and then worth all seeds). A mover without seeds loses the rest.
     */
    OLYMPIAD,
    /**
     * A move that leaves the opponent without seeds is always illegal. A mover without a legal move loses all seeds on the board, on
     * whichever side they are.
     */
    STRICT,
    /**
     * The popular modern game. A move that would capture all the opponent's seeds captures nothing, and its sowing stands. An
     * opponent without seeds must be given some if that is possible. When the mover has no legal move, the game ends and each
     * player keeps the seeds on their side.
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
        for (RuleSet rules : values()) {
            if (rules.id().equals(id)) {
                return rules;
            }
        }
        throw new IllegalArgumentException("no rule set '" + id + "'; the rule sets are "
                + Arrays.stream(values()).map(RuleSet::id).collect(Collectors.joining(", ")));
    }
}
