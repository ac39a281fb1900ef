package granary.awari;

import granary.game.Game;
import granary.game.GameType;
import granary.game.Notation;
import granary.game.Parameter;
import java.util.List;
import java.util.Map;

/** Awari's entry in the registry of games. */
public final class AwariType extends GameType {
    static final Parameter PITS = new Parameter("pits", "6", "pits a side, 2 to 8", true);
    static final Parameter RULES = new Parameter("rules", "olympiad", "rule set: olympiad, strict or abapa", false);
    static final AwariType INSTANCE = new AwariType();

    /** For the service loader. */
    public AwariType() {
        super(
                "awari",
                "sow seeds around the board, capture twos and threes on the other side",
                "seeds",
                false,
                List.of(PITS, RULES),
                List.of("--seeds 12", "1 0 0 2 0 1 0 2 0 0 1 2"));
    }

    @Override
    public Game create(Map<String, String> values) {
        int pits = Notation.number(values.get(PITS.name()), "a number of pits");
        return new Awari(pits, RuleSet.of(values.get(RULES.name())));
    }
}
