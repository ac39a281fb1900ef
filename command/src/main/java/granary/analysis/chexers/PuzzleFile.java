package granary.analysis.chexers;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonSyntaxException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import granary.builder.InvalidRequestException;
import granary.command.kit.TextFile;
import granary.games.chexers.Chexers;
import granary.games.chexers.Colour;
import granary.games.chexers.Hexes;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a board from JSON: {@code {"colour": "red", "pieces": [[0,0],[0,-1]], "blocks": [[1,1]]}}. A board has 1 to 4
 * pieces and any number of blocks on other hexes. Other fields are ignored.
 */
final class PuzzleFile {
    private static final Pattern PLACE = Pattern.compile("line (\\d+) column (\\d+)");

    private final JsonObject fields;

    private PuzzleFile(JsonObject fields) {
        this.fields = fields;
    }

    /**
     * Reads a board.
     *
     * @throws InvalidRequestException when the file does not hold a board, with the file and the reason
     * @throws IOException when the file cannot be read
     */
    static Puzzle read(Path path) throws IOException {
        try (JsonReader in = new JsonReader(new StringReader(TextFile.read(path)))) {
            in.setStrictness(Strictness.STRICT);
            return new PuzzleFile(fields(in)).puzzle();
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(path + ": " + e.getMessage(), e);
        } catch (EOFException e) {
            throw new InvalidRequestException(path + ": not JSON, it ends too early", e);
        } catch (MalformedJsonException | JsonSyntaxException e) {
            throw new InvalidRequestException(path + ": not JSON" + at(e), e);
        }
    }

    /** Reads the object. Throws {@link IllegalArgumentException} with the reason when it is not a board. */
    private static JsonObject fields(JsonReader in) throws IOException {
        TypeAdapter<JsonElement> elements = new Gson().getAdapter(JsonElement.class);
        if (in.peek() != JsonToken.BEGIN_OBJECT) {
            throw new IllegalArgumentException(
                    "not an object with the fields \"colour\", \"pieces\" and \"blocks\" but " + elements.read(in));
        }
        JsonObject fields = new JsonObject();
        in.beginObject();
        while (in.hasNext()) {
            String name = in.nextName();
            if (fields.has(name)) {
                throw new IllegalArgumentException("the field \"" + name + "\" is there twice");
            }
            fields.add(name, elements.read(in));
        }
        in.endObject();
        if (in.peek() != JsonToken.END_DOCUMENT) {
            throw new IllegalArgumentException("not JSON, something follows the object");
        }
        return fields;
    }

    /** Returns the line and column at which the parser stopped. The rest of its message is of no use to a user. */
    private static String at(Exception e) {
        Matcher place = PLACE.matcher(e.getMessage());
        return place.find() ? " at line " + place.group(1) + ", column " + place.group(2) : "";
    }

    private Puzzle puzzle() {
        JsonElement colour = field("colour");
        if (!colour.isJsonPrimitive() || !colour.getAsJsonPrimitive().isString()) {
            throw new IllegalArgumentException("\"colour\" is not a text but " + colour);
        }
        long[] taken = {0};
        int[] pieces = hexes("pieces", taken);
        if (pieces.length < 1 || pieces.length > Chexers.MAX_PIECES) {
            throw new IllegalArgumentException(
                    "there must be 1 to " + Chexers.MAX_PIECES + " pieces, not " + pieces.length);
        }
        long blocks = 0;
        for (int block : hexes("blocks", taken)) {
            blocks |= 1L << block;
        }
        int[] position = new int[Chexers.MAX_PIECES];
        Arrays.fill(position, -1);
        Arrays.sort(pieces);
        System.arraycopy(pieces, 0, position, 0, pieces.length);
        return new Puzzle(new Chexers(Colour.of(colour.getAsString()), blocks), position);
    }

    private JsonElement field(String name) {
        JsonElement field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("the field \"" + name + "\" is missing");
        }
        return field;
    }

    /**
     * Reads a list of hexes.
     *
     * @param taken the occupied hexes, one bit each; the method adds the hexes that it reads
     */
    private int[] hexes(String name, long[] taken) {
        JsonElement list = field(name);
        if (!list.isJsonArray()) {
            throw new IllegalArgumentException("\"" + name + "\" is not a list of hexes [q,r] but " + list);
        }
        int[] hexes = new int[list.getAsJsonArray().size()];
        for (int i = 0; i < hexes.length; i++) {
            JsonElement pair = list.getAsJsonArray().get(i);
            hexes[i] = hex(name, pair);
            if ((taken[0] >>> hexes[i] & 1) != 0) {
                throw new IllegalArgumentException(
                        "two things stand on the hex " + pair + ", the second in \"" + name + "\"");
            }
            taken[0] |= 1L << hexes[i];
        }
        return hexes;
    }

    private static int hex(String name, JsonElement pair) {
        if (!pair.isJsonArray() || pair.getAsJsonArray().size() != 2) {
            throw new IllegalArgumentException("in \"" + name + "\", " + pair + " is not a hex [q,r]");
        }
        JsonArray coordinates = pair.getAsJsonArray();
        int hex = Hexes.index(coordinate(name, coordinates.get(0)), coordinate(name, coordinates.get(1)));
        if (hex < 0) {
            throw new IllegalArgumentException("in \"" + name + "\", " + pair
                    + " is off the board: |q|, |r| and |q + r| are at most " + Hexes.RADIUS);
        }
        return hex;
    }

    private static int coordinate(String name, JsonElement number) {
        boolean isNumber =
                number.isJsonPrimitive() && number.getAsJsonPrimitive().isNumber();
        if (!isNumber || !number.getAsString().matches("-?[0-9]{1,9}")) {
            throw new IllegalArgumentException("in \"" + name + "\", " + number + " is not a whole number");
        }
        return number.getAsInt();
    }
}
