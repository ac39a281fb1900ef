package granary.explorer.api;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.command.kit.PositionText;
import granary.database.BestPlay;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** The answers about one position. */
final class PositionAnswers {
    private PositionAnswers() {}

    /**
     * Returns score, distance, bounds, category and moves, best first; of awari also the score with the other side to move. What needs a layer
     * that is missing is left out: that score, and the score of a move, which stands after the others then.
     *
     * @throws MissingLayerException when the database does not hold the position
     */
    static Map<String, Object> full(ServedDatabase served, int[] position) {
        Game game = served.game();
        Map<String, Object> json = brief(served, position);
        if (game instanceof Awari) {
            int[] turned = new int[position.length];
            Sowing.rotate(position, turned);
            served.database().find(turned).ifPresent(score -> json.put("otherToMove", score));
        }
        List<ScoredMove> known = served.database().knownMoves(position);
        List<Map<String, Object>> moves = new ArrayList<>(moves(served.database(), known));
        game.moves(position, (move, captured, successor) -> {
            if (known.stream().noneMatch(one -> one.move() == move)) {
                moves.add(unscored(game, move, captured, successor));
            }
        });
        json.put("moves", moves);
        return json;
    }

    /**
     * Returns score, distance, bounds and category.
     *
     * @throws MissingLayerException when the database does not hold the position
     */
    static Map<String, Object> brief(ServedDatabase served, int[] position) {
        Database database = served.database();
        Map<String, Object> json = PositionText.members(served.game(), position);
        int score = database.score(position);
        json.put("score", score);
        database.findDistance(position).ifPresent(distance -> json.put("distance", distance));
        bounds(database, position).ifPresent(bounds -> PositionText.addBounds(json, bounds, null));
        json.put("category", Category.of(served.game(), score).word());
        return json;
    }

    private static OptionalInt bounds(Database database, int[] position) {
        return database.boundsLayers().isEmpty() ? OptionalInt.empty() : database.findBounds(position);
    }

    /**
     * Returns a line of best play.
     *
     * @param goesOn whether to look ahead where distances are missing
     * @throws MissingLayerException when the database does not hold a position of it
     */
    static Map<String, Object> line(ServedDatabase served, int[] position, BooleanSupplier goesOn) {
        Map<String, Object> json = brief(served, position);
        Line line = new BestPlay(served.database(), goesOn).line(position);
        json.putAll(PositionText.members(served.game(), line));
        return json;
    }

    private static Map<String, Object> unscored(Game game, int move, int captured, int[] successor) {
        Map<String, Object> json = new LinkedHashMap<>(game.notation().describe(move, captured));
        json.put("board", PositionText.json(game, successor));
        return json;
    }

    private static List<Map<String, Object>> moves(Database database, List<ScoredMove> moves) {
        Game game = database.game();
        return moves.stream()
                .map(move -> {
                    Map<String, Object> json = PositionText.members(game, move);
                    json.put("category", Category.of(game, move.score()).word());
                    bounds(database, move.successor())
                            .ifPresent(
                                    after -> PositionText.addBounds(json, Bounds.before(move.captured(), after), null));
                    return json;
                })
                .toList();
    }
}
