package granary.games.chain;

import granary.game.Game;
import granary.game.GameType;
import granary.game.Parameter;
import java.util.List;
import java.util.Map;

/** Chain's entry in the registry of games. */
public final class ChainType extends GameType {
    static final Parameter RULES =
            new Parameter("rules", "direct", "direct: taking the last chip wins; inverse: it loses", false);
    static final String DIRECT = "direct";
    static final String INVERSE = "inverse";
    static final ChainType INSTANCE = new ChainType();

    /** For the service loader. */
    public ChainType() {
        super(
                "chain",
                "take one chip or two adjacent ones from a row, the first time one only",
                "chips",
                false,
                List.of(RULES),
                List.of("--chips 20", "9"));
    }

    @Override
    public Game create(Map<String, String> values) {
        String rules = values.get(RULES.name());
        return switch (rules) {
            case DIRECT -> new Chain(true);
            case INVERSE -> new Chain(false);
            default ->
                throw new IllegalArgumentException(
                        "no rules '" + rules + "' of chain; the rules are " + DIRECT + ", " + INVERSE);
        };
    }
}
