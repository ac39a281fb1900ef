package granary.command.kit;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import granary.database.Bounds;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.game.Game;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads positions in the game's notation and in the JSON that commands print, and writes positions and moves as text and JSON. */
public final class PositionText {
    private static final Pattern NUMBERS = Pattern.compile("-?[0-9]{1,9}(,-?[0-9]{1,9})*");

    /**
     * Loaded only when JSON is read: creating the parser takes a seventh of a probe's time, and few probes use JSON.
     */
    private static final class StrictJson {
        private static final Gson GSON =
                new GsonBuilder().setStrictness(Strictness.STRICT).create();
    }

    private PositionText() {}

    /**
     * Reads a position.
     *
     * @throws IllegalArgumentException with the reason when the text is not a position of the game
     */
    public static int[] parse(Game game, String text) {
        return game.notation().parse(text.indexOf('{') >= 0 ? boardOfJson(text) : text);
    }

    /** Returns the list in the member {@code board} of what commands print. */
    private static String boardOfJson(String text) {
        try {
            JsonElement board = StrictJson.GSON.fromJson(text, JsonObject.class).get("board");
            if (board != null && board.isJsonArray()) {
                return board.toString();
            }
        } catch (JsonParseException e) {
            throw new IllegalArgumentException("'" + text + "' is not a JSON object with a list 'board'", e);
        }
        throw new IllegalArgumentException("'" + text + "' has no list 'board'");
    }

    /** Returns a move in the game's words, such as {@code pit 3, captured 2}. */
    public static String move(Game game, ScoredMove move) {
        return game.notation().describe(move.move(), move.captured()).entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Returns a move with its score, and its distance if it is known and play is not endless. */
    public static String scored(Game game, ScoredMove move) {
        return move(game, move) + ": " + game.scoring().text(move.score())
                + (move.distance() > 0 ? ", distance " + move.distance() : "");
    }

    /**
     * Returns the least and the most that a player gets, such as {@code 5 to 9}; a shared odd seed counts half.
     *
     * @param bounds {@link Bounds}
     * @param store the seeds that he has captured
     */
    public static String seeds(int bounds, int store) {
        String least = Integer.toString(store + Bounds.least(bounds));
        if (Bounds.isExact(bounds)) {
            return Bounds.least(bounds) == Bounds.most(bounds) ? least : least + ".5";
        }
        return least + " to " + (store + Bounds.most(bounds));
    }

    /**
     * Returns the result of a game for the mover, with its seeds.
     *
     * @param bounds {@link Bounds}
     * @param stores the seeds that the mover and the opponent have captured
     */
    public static String outcome(int bounds, int[] stores) {
        String outcome = switch (Bounds.outcome(bounds, stores[0], stores[1])) {
            case WIN -> "wins";
            case LOSS -> "loses";
            case DRAW -> "draws";
            case OPEN -> "open";
        };
        return outcome + ", " + seeds(bounds, stores[0]);
    }

    /**
     * Returns a position for JSON: numbers as numbers, coordinates such as {@code -2,1} as lists of numbers, and other
     * words as strings.
     */
    public static List<Object> json(Game game, int[] position) {
        return game.notation().words(position).stream()
                .map(PositionText::jsonWord)
                .toList();
    }

    private static Object jsonWord(String word) {
        if (!NUMBERS.matcher(word).matches()) {
            return word;
        }
        return word.indexOf(',') < 0
                ? Integer.valueOf(word)
                : Arrays.stream(word.split(",")).map(Integer::valueOf).toList();
    }

    /** Returns the members {@code board} and the game's layer, such as {@code seeds}. */
    public static Map<String, Object> members(Game game, int[] position) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("board", json(game, position));
        json.put(game.type().layerUnit(), game.layer(position));
        return json;
    }

    /** Returns a move: the game's members, the score, the distance if it is known, and the board after it. */
    public static Map<String, Object> members(Game game, ScoredMove move) {
        Map<String, Object> json = new LinkedHashMap<>(game.notation().describe(move.move(), move.captured()));
        json.put("score", move.score());
        if (move.distance() != ScoredMove.NO_DISTANCE) {
            json.put("distance", move.distance());
        }
        json.put("board", json(game, move.successor()));
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
    public static Map<String, Object> members(Game game, Line line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("end", line.end().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("moves", line.moves().stream().map(move -> members(game, move)).toList());
        return json;
    }
}
