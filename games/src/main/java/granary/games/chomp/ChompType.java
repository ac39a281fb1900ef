package granary.games.chomp;

import granary.game.Game;
import granary.game.GameType;
import granary.game.Notation;
import granary.game.Parameter;
import java.util.List;
import java.util.Map;

/** Chomp's entry in the registry of games. */
public final class ChompType extends GameType {
    static final Parameter ROWS = parameter("rows", "8");
    static final Parameter COLUMNS = parameter("columns", "10");
    static final ChompType INSTANCE = new ChompType();

    /** For the service loader. */
    public ChompType() {
        super(
                "chomp",
                "eat a square of the bar with all below and to the right; the last corner is poisoned",
                "squares",
                true,
                List.of(ROWS, COLUMNS),
                List.of("--rows 4 --columns 5 --squares 20", "5 5 3 1"));
    }

    private static Parameter parameter(String name, String defaultValue) {
        return new Parameter(name, defaultValue, name + " of the bar, 1 to " + Chomp.MAX_SIDE, false);
    }

    @Override
    public Game create(Map<String, String> values) {
        return new Chomp(number(values, ROWS), number(values, COLUMNS));
    }

    private static int number(Map<String, String> values, Parameter parameter) {
        return Notation.number(values.get(parameter.name()), "a number of " + parameter.name());
    }
}
