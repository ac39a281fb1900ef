package granary.games.chexers;

import granary.game.Game;
import granary.game.GameType;
import granary.game.Parameter;
import java.util.List;
import java.util.Map;

/** Chexers' entry in the registry of games. */
public final class ChexersType extends GameType {
    static final Parameter COLOUR = new Parameter("colour", "red", "colour of the pieces: red, green or blue", false);
    static final Parameter BLOCKS =
            new Parameter("blocks", ChexersNotation.NONE, "blocked hexes such as 0,-1;1,1, or none", false);
    static final ChexersType INSTANCE = new ChexersType();

    /** For the service loader. */
    public ChexersType() {
        super(
                "chexers",
                "bring all pieces off the board of hexes in the fewest actions, alone",
                "pieces",
                true,
                List.of(COLOUR, BLOCKS),
                List.of("--colour red --blocks 1,0 --pieces 3", "0,0 0,-1 1,1"));
    }

    @Override
    public Game create(Map<String, String> values) {
        return new Chexers(Colour.of(values.get(COLOUR.name())), blocks(values.get(BLOCKS.name())));
    }

    private static long blocks(String text) {
        long blocks = 0;
        if (!text.equals(ChexersNotation.NONE)) {
            for (String hex : text.split(";", -1)) {
                long bit = 1L << Hexes.parse(hex);
                if ((blocks & bit) != 0) {
                    throw new IllegalArgumentException("the hex " + hex + " is blocked twice");
                }
                blocks |= bit;
            }
        }
        return blocks;
    }
}
