package granary.command.kit;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import granary.awari.Awari;
import granary.database.ScoredMove;
import granary.engine.Notation;
import granary.game.Game;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads and writes positions as text. Reads a game's words separated by blanks or commas, with or without quotes, and
 * the JSON that this class writes. For awari, also reads the notation of oware programs, such as
 * {@code 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S}, and ignores the stores.
 */
public final class PositionText {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern BLANKS_AND_COMMAS = Pattern.compile("[\\s,]+");
    private static final Pattern BOARD = Pattern.compile("[^-\\s,]+-\\S*");
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
        String plain = text.strip();
        if (plain.startsWith("{")) {
            return game.parse(wordsOfJson(boardOfJson(plain)));
        }
        if (plain.startsWith("[")) {
            return game.parse(wordsOfJson(plain));
        }
        plain = plain.replace('"', ' ').replace('\'', ' ').strip();
        if (game instanceof Awari awari && BOARD.matcher(plain).matches()) {
            return Notation.anyPosition(awari, plain).now().position();
        }
        try {
            return game.parse(words(plain, BLANKS));
        } catch (IllegalArgumentException e) {
            if (plain.indexOf(',') < 0) {
                throw e;
            }
            try {
                // Commas are tried last: in some games a comma is part of a word.
                return game.parse(words(plain, BLANKS_AND_COMMAS));
            } catch (IllegalArgumentException f) {
                e.addSuppressed(f);
                throw e;
            }
        }
    }

    private static String[] words(String text, Pattern between) {
        return text.isEmpty() ? new String[0] : between.split(text);
    }

    /** Returns the list in the member {@code board} of what commands print. */
    private static String boardOfJson(String text) {
        try {
            JsonElement board = StrictJson.GSON.fromJson(text, JsonObject.class).get("board");
            if (board != null && board.isJsonArray()) {
                return board.toString();
            }
        } catch (JsonParseException e) {
            throw new IllegalArgumentException("'" + text + "' is not JSON", e);
        }
        throw new IllegalArgumentException("'" + text + "' has no list 'board'");
    }

    private static String[] wordsOfJson(String text) {
        JsonArray list;
        try {
            list = StrictJson.GSON.fromJson(text, JsonArray.class);
        } catch (JsonParseException e) {
            throw new IllegalArgumentException("'" + text + "' is not a list in JSON", e);
        }
        String[] words = new String[list.size()];
        for (int i = 0; i < words.length; i++) {
            words[i] = word(list.get(i));
        }
        return words;
    }

    private static String word(JsonElement element) {
        if (element.isJsonArray()) {
            return element.getAsJsonArray().asList().stream()
                    .map(PositionText::word)
                    .reduce((a, b) -> a + "," + b)
                    .orElse("");
        }
        return element.isJsonPrimitive() ? element.getAsString() : element.toString();
    }

    /** Returns a position's words with blanks between them. */
    public static String text(Game game, int[] position) {
        return String.join(" ", game.words(position));
    }

    /** Returns a move in the game's words, such as {@code pit 3, captured 2}. */
    public static String move(Game game, int[] position, ScoredMove move) {
        return game.describe(position, move.move(), move.reward()).entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Returns a move with its score, and its distance if it is known and play is not endless. */
    public static String scored(Game game, int[] position, ScoredMove move) {
        return move(game, position, move) + ": " + game.scoring().text(move.score())
                + (move.distance() > 0 ? ", distance " + move.distance() : "");
    }

    /**
     * Returns a position for JSON: numbers as numbers, coordinates such as {@code -2,1} as lists of numbers, and other
     * words as strings.
     */
    public static List<Object> json(Game game, int[] position) {
        return game.words(position).stream().map(PositionText::jsonWord).toList();
    }

    private static Object jsonWord(String word) {
        if (!NUMBERS.matcher(word).matches()) {
            return word;
        }
        return word.indexOf(',') < 0
                ? Integer.valueOf(word)
                : Arrays.stream(word.split(",")).map(Integer::valueOf).toList();
    }
}
