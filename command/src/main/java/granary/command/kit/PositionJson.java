package granary.command.kit;

import granary.database.Bounds;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.game.Game;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Positions and moves as JSON values, the same wherever they are printed. */
public final class PositionJson {
    private PositionJson() {}

    /** Returns the members {@code board} and the game's layer, such as {@code seeds}. */
    public static Map<String, Object> position(Game game, int[] position) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("board", PositionText.json(game, position));
        json.put(game.type().layerUnit(), game.layer(position));
        return json;
    }

    /** Returns a move: the game's members, the score, the distance if it is known, and the board after it. */
    public static Map<String, Object> move(Game game, ScoredMove move) {
        Map<String, Object> json = new LinkedHashMap<>(game.notation().describe(move.move(), move.captured()));
        json.put("score", move.score());
        if (move.distance() != ScoredMove.NO_DISTANCE) {
            json.put("distance", move.distance());
        }
        json.put("board", PositionText.json(game, move.successor()));
        return json;
    }

    /**
     * Adds what the mover gets of the seeds on the board, and with the stores the outcome.
     *
     * @param bounds {@link Bounds}
     * @param stores the seeds that the mover and the opponent have captured, or null
     */
    public static void addBounds(Map<String, Object> json, int bounds, int[] stores) {
        json.put("least", Bounds.least(bounds));
        json.put("most", Bounds.most(bounds));
        if (stores != null) {
            json.put(
                    "outcome",
                    Bounds.outcome(bounds, stores[0], stores[1]).name().toLowerCase(Locale.ROOT));
        }
    }

    /** Returns a line of play: how it ends, and its moves. */
    public static Map<String, Object> line(Game game, Line line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("end", line.end().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("moves", line.moves().stream().map(move -> move(game, move)).toList());
        return json;
    }
}
