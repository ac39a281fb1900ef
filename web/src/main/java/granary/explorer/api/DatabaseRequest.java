package granary.explorer.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A request to a database, whose parameters are checked when they are read.
 *
 * @param served the database
 * @param path the segments of the path after {@code /api/v1/databases}
 * @param query the parameters
 * @param body the body of a POST, otherwise empty
 * @param isWanted whether somebody still waits for the answer
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DatabaseRequest(
        ServedDatabase served, List<String> path, Map<String, String> query, byte[] body, BooleanSupplier isWanted) {
    /** Returns the position in question. */
    int[] position() {
        String board = query.get("board");
        if (board == null || board.isBlank()) {
            throw Problem.badRequest("say which position: ?board=...");
        }
        return served.parse(board);
    }

    /** Returns the layer that the path names, which the database holds. */
    int layer() {
        String word = path.get(2);
        int layer = word.matches("[0-9]{1,6}") ? Integer.parseInt(word) : -1;
        if (layer < 0) {
            throw Problem.badRequest("'" + word + "' is not the number of a layer");
        }
        if (!served.database().layers().contains(layer)) {
            throw served.notHeld(layer);
        }
        return layer;
    }

    /** Returns a number of the query, which must be within bounds, or a default where it is missing. */
    int number(String name, int byDefault, int min, int max) {
        String word = query.get(name);
        if (word == null) {
            return byDefault;
        }
        int number = word.matches("-?[0-9]{1,9}") ? Integer.parseInt(word) : min - 1;
        if (number < min || number > max) {
            throw Problem.badRequest(
                    "'" + name + "' must be a number from " + min + " to " + max + ", not '" + word + "'");
        }
        return number;
    }

    /** Returns the boards in the body. */
    JsonArray boards() {
        if (json() instanceof JsonObject object && object.get("boards") instanceof JsonArray boards) {
            return boards;
        }
        throw Problem.badRequest("the body must be an object with the member \"boards\", a list of positions");
    }

    private JsonElement json() {
        try {
            return JsonParser.parseString(new String(body, StandardCharsets.UTF_8));
        } catch (JsonParseException e) {
            String place = String.valueOf(e.getMessage()).replaceFirst("(?s).*?( at line \\d+ column \\d+).*|.*", "$1");
            throw Problem.badRequest("the body is not JSON" + place);
        }
    }
}
