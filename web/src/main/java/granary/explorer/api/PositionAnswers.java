package granary.explorer.api;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.command.kit.PositionJson;
import granary.command.kit.PositionText;
import granary.database.BestPlay;
import granary.database.Database;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** The answers about one position. */
final class PositionAnswers {
    private PositionAnswers() {}

    /**
     * Returns score, distance, category and moves, best first; of awari also the score with the other side to move.
     *
     * @throws Problem when the database does not hold the position
     */
    static Map<String, Object> full(ServedDatabase served, int[] position) {
        requireHeld(served, position);
        Game game = served.game();
        Map<String, Object> json = scored(served, position);
        if (game instanceof Awari) {
            int[] turned = new int[position.length];
            Sowing.rotate(position, turned);
            json.put("otherToMove", served.database().score(turned));
        }
        json.put("moves", moves(game, served.database().moves(position)));
        return json;
    }

    /**
     * Returns score, distance and category.
     *
     * @throws Problem when the database does not hold the position
     */
    static Map<String, Object> brief(ServedDatabase served, int[] position) {
        try {
            return scored(served, position);
        } catch (MissingLayerException e) {
            throw notHeld(served, position);
        }
    }

    private static Map<String, Object> scored(ServedDatabase served, int[] position) {
        Database database = served.database();
        Map<String, Object> json = PositionJson.position(served.game(), position);
        int score = database.score(position);
        json.put("score", score);
        PositionJson.distance(served.game(), score, database.findDistance(position))
                .ifPresent(distance -> json.put("distance", distance));
        json.put("category", Category.of(served.game(), score).word());
        return json;
    }

    /**
     * Returns a line of best play.
     *
     * @param goesOn whether to look ahead where distances are missing
     * @throws Problem when the database does not hold a position of it
     */
    static Map<String, Object> line(ServedDatabase served, int[] position, BooleanSupplier goesOn) {
        requireHeld(served, position);
        Map<String, Object> json = scored(served, position);
        Line line = new BestPlay(served.database(), goesOn).line(position);
        json.putAll(PositionJson.line(served.game(), line));
        return json;
    }

    /** Returns the legal moves without scores, for any position of the game. */
    static Map<String, Object> rules(ServedDatabase served, int[] position) {
        Game game = served.game();
        Map<String, Object> json = PositionJson.position(game, position);
        List<Map<String, Object>> moves = new ArrayList<>();
        game.moves(position, (move, reward, successor) -> {
            Map<String, Object> entry = new LinkedHashMap<>(game.notation().describe(move, reward));
            entry.put("board", PositionText.json(game, successor));
            moves.add(entry);
        });
        json.put("moves", moves);
        return json;
    }

    private static List<Map<String, Object>> moves(Game game, List<ScoredMove> moves) {
        return moves.stream()
                .map(move -> {
                    Map<String, Object> json = PositionJson.move(game, move);
                    json.put("category", Category.of(game, move.score()).word());
                    return json;
                })
                .toList();
    }

    private static void requireHeld(ServedDatabase served, int[] position) {
        if (!served.database().layers().containsAll(served.database().layersNeeded(position))) {
            throw notHeld(served, position);
        }
    }

    private static Problem notHeld(ServedDatabase served, int[] position) {
        SortedSet<Integer> missing = new TreeSet<>(served.database().layersNeeded(position));
        missing.removeAll(served.database().layers());
        if (missing.isEmpty()) {
            missing.add(served.game().layer(position));
        }
        return served.notHeld(missing);
    }
}
