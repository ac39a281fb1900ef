package granary.explorer.api;

import granary.awari.Awari;
import granary.command.kit.PositionJson;
import granary.command.kit.PositionText;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Searches a position that a database of awari does not hold, with the database at the leaves. */
final class EngineSearch {
    /** How long a search may take, in milliseconds. */
    static final int MAX_MILLIS = 5000;

    static final int DEFAULT_MILLIS = 1000;

    private static final double SCALE = 100;

    private EngineSearch() {}

    /**
     * Searches for a while.
     *
     * @throws Problem when there is no engine for the game
     */
    static Map<String, Object> search(ServedDatabase served, int[] position, int millis) {
        if (!(served.game() instanceof Awari game)) {
            throw Problem.notFound("the engine plays awari; the database " + served.name() + " is of "
                    + served.game().identity());
        }
        Engine engine = new Engine(served.database(), Engine.Aim.SCORE_ALL_MOVES);
        Report report;
        try {
            report = engine.prepare(new PlayedGame(game, position), Limits.NONE.withMillis(millis))
                    .search(depth -> {});
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(e.getMessage());
        }
        return toJson(game, position, report);
    }

    private static Map<String, Object> toJson(Awari game, int[] position, Report report) {
        Map<String, Object> json = PositionJson.position(game, position);
        boolean isOver = report.moves().isEmpty();
        json.put("score", isOver ? game.terminalScore(position) : report.score() / SCALE);
        json.put("exact", report.isExact());
        json.put("depth", report.depth());
        json.put("nodes", report.nodes());
        json.put("millis", report.nanos() / 1_000_000);
        Map<Integer, Map<String, Object>> legal = new HashMap<>();
        game.moves(position, (move, reward, successor) -> {
            Map<String, Object> entry = new LinkedHashMap<>(game.describe(position, move, reward));
            entry.put("board", PositionText.json(game, successor));
            legal.put(move, entry);
        });
        List<Map<String, Object>> moves = new ArrayList<>();
        for (Report.RatedMove rated : report.moves()) {
            Map<String, Object> entry = legal.get(rated.move());
            entry.put("score", rated.score() / SCALE);
            moves.add(entry);
        }
        json.put("moves", moves);
        json.put("line", report.line());
        return json;
    }
}
