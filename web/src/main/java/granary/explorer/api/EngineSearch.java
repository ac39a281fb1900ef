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

/** Searches positions that a database of awari does not hold, with the database at the leaves. */
final class EngineSearch {
    /** How long a search may keep a request waiting, in milliseconds. */
    static final int MAX_MILLIS = 5000;

    static final int DEFAULT_MILLIS = 1000;

    /** Bytes of heap of a search, nearly all of them its table. */
    static final long HEAP_BYTES = 33L << 19;

    private static final double SCALE = 100;

    private EngineSearch() {}

    /**
     * Prepares a search of the present position of a game.
     *
     * @throws Problem when there is no engine for the game, or it does not take the position
     */
    static Engine.Run prepare(ServedDatabase served, PlayedGame played, Limits limits) {
        requireEngine(served);
        try {
            return new Engine(served.database(), Engine.Aim.SCORE_ALL_MOVES).prepare(played, limits);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(e.getMessage());
        }
    }

    /** Refuses games that the engine does not play. */
    static void requireEngine(ServedDatabase served) {
        if (!(served.game() instanceof Awari)) {
            throw Problem.notFound("the engine plays awari; the database " + served.name() + " is of "
                    + served.game().identity());
        }
    }

    /** Returns what a search of a game's present position found. Scores count from that position on. */
    static Map<String, Object> toJson(PlayedGame played, Report report) {
        Awari game = (Awari) played.game();
        PlayedGame.Moment now = played.now();
        int[] position = now.position();
        int ahead = now.taken()[now.mover()] - now.taken()[1 - now.mover()];
        Map<String, Object> json = PositionJson.position(game, position);
        boolean isOver = report.moves().isEmpty();
        json.put("score", isOver ? game.terminalScore(position) : score(report.score(), ahead));
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
            entry.put("score", score(rated.score(), ahead));
            entry.put("line", rated.line());
            moves.add(entry);
        }
        json.put("moves", moves);
        json.put("line", report.line());
        return json;
    }

    /** Converts a score of the engine, hundredths of a seed that include what was taken before, to seeds from here on. */
    private static double score(int found, int ahead) {
        return (found - SCALE * ahead) / SCALE;
    }
}
