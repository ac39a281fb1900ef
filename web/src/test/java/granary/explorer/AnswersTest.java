package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.Sowing;
import granary.command.kit.Json;
import granary.command.kit.PositionText;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.game.Game;
import granary.testing.TestRandom;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API's answers equal those of the databases. */
class AnswersTest {
    private static final String AWARI = "/api/v1/databases/awari";

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular", "chain", "chomp", "chexers"})
    void aPositionHasTheValuesMovesAndLineOfTheDatabase(String name) throws Exception {
        Random random = TestRandom.create();
        try (Database database = Database.open(Served.directory(name))) {
            Game game = database.game();
            int layer = database.layers().last();
            for (int i = 0; i < 20; i++) {
                int[] position = new int[game.cells()];
                game.unrank(layer, random.nextLong(game.size(layer)), position);
                String board = String.join("_", game.notation().words(position));
                String path = "/api/v1/databases/" + name + "/";
                JsonObject answer = get(path + "position?board=" + board);
                assertEquals(database.score(position), answer.get("score").getAsInt(), board);
                OptionalInt distance = database.findDistance(position);
                assertEquals(distance.isPresent() ? json(distance.getAsInt()) : null, answer.get("distance"), board);
                assertBounds(database, database.findBounds(position), answer, board);
                if (game instanceof Awari) {
                    int[] turned = new int[position.length];
                    Sowing.rotate(position, turned);
                    assertEquals(
                            database.score(turned), answer.get("otherToMove").getAsInt(), board);
                }
                List<ScoredMove> moves = database.moves(position);
                JsonArray told = answer.getAsJsonArray("moves");
                assertEquals(moves.size(), told.size(), board);
                for (int m = 0; m < moves.size(); m++) {
                    ScoredMove move = moves.get(m);
                    JsonObject one = told.get(m).getAsJsonObject();
                    assertEquals(move.score(), one.get("score").getAsInt(), board);
                    assertEquals(json(PositionText.json(game, move.successor())), one.get("board"), board);
                    OptionalInt reached = database.findBounds(move.successor());
                    OptionalInt bounds = reached.isEmpty()
                            ? reached
                            : OptionalInt.of(Bounds.before(move.captured(), reached.getAsInt()));
                    assertBounds(database, bounds, one, board);
                }
                JsonObject line = get(path + "line?board=" + board);
                PositionText.members(game, database.line(position))
                        .forEach((member, value) -> assertEquals(json(value), line.get(member), board));
            }
        }
    }

    private static JsonElement json(Object value) {
        return JsonParser.parseString(Json.line(value));
    }

    @ParameterizedTest
    @CsvSource({
        "awari,   0 0 0 0 0 1 1 0 0 0 0 0, gain",
        "awari,   0 0 0 0 0 0 0 0 0 0 0 0, even",
        "awari,   0 0 0 0 0 0 1 0 0 0 0 0, loss",
        "chain,   9,                       win",
        "chain,   0,                       end",
        "chexers, none,                    solved"
    })
    void theCategoryIsTheScoreInAWord(String name, String board, String category) throws Exception {
        String path = "/api/v1/databases/" + name + "/position?board=" + board.replace(' ', '_');
        assertEquals(category, get(path).get("category").getAsString());
    }

    private static void assertBounds(Database database, OptionalInt bounds, JsonObject answer, String board) {
        assertEquals(!database.boundsLayers().isEmpty(), answer.has("least"), board);
        if (answer.has("least")) {
            assertEquals(Bounds.least(bounds.getAsInt()), answer.get("least").getAsInt(), board);
            assertEquals(Bounds.most(bounds.getAsInt()), answer.get("most").getAsInt(), board);
        }
    }

    private static JsonObject get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = Served.get(path);
        assertEquals(200, response.statusCode(), response::body);
        return Served.json(response);
    }

    @ParameterizedTest
    @CsvSource({
        "'1,0,0,2,0,1,0,1,0,0,1,2'",
        "1_0_0_2_0_1_0_1_0_0_1_2",
        "1 0 0 2 0 1 0 1 0 0 1 2",
        "1-0-0-2-0-1-0-1-0-0-1-2",
        "1-0-0-2-0-1-0-1-0-0-1-2-0-0-S",
        "'[1,0,0,2,0,1,0,1,0,0,1,2]'",
        "'{\"board\":[1,0,0,2,0,1,0,1,0,0,1,2]}'",
        "0-1-0-0-1-2-1-0-0-2-0-1-20-20-N"
    })
    void aPositionIsReadInEveryNotation(String board) throws Exception {
        JsonObject answer = get(AWARI + "/position?board=" + URLEncoder.encode(board, StandardCharsets.UTF_8));
        assertEquals("[1,0,0,2,0,1,0,1,0,0,1,2]", answer.get("board").toString());
    }

    @Test
    void aBatchAnswersEachBoardOrSaysWhyNot() throws Exception {
        HttpResponse<String> response = Served.post(
                AWARI + "/positions",
                "{\"boards\":[\"0,0,0,0,0,1,1,0,0,0,0,0\",[0,0,0,0,0,0,0,0,0,0,0,1],[4,4],\"x\"]}");
        JsonArray positions = Served.json(response).getAsJsonArray("positions");
        assertEquals(2, positions.get(0).getAsJsonObject().get("seeds").getAsInt());
        assertEquals(-1, positions.get(1).getAsJsonObject().get("score").getAsInt());
        assertEquals(
                "a board has 12 pits, not 2: [4, 4]",
                positions
                        .get(2)
                        .getAsJsonObject()
                        .getAsJsonObject("problem")
                        .get("detail")
                        .getAsString());
        assertTrue(positions.get(3).getAsJsonObject().has("problem"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular", "chain", "chomp", "chexers"})
    void statisticsCountEveryPosition(String name) throws Exception {
        try (Database database = Database.open(Served.directory(name))) {
            int layer = database.layers().last();
            JsonObject answer = get("/api/v1/databases/" + name + "/layers/" + layer + "/statistics");
            Map<Integer, Long> expected = new TreeMap<>();
            for (long rank = 0; rank < database.game().size(layer); rank++) {
                expected.merge(database.table(layer).value(rank), 1L, Long::sum);
            }
            Map<Integer, Long> counts = new TreeMap<>();
            for (JsonElement pair : answer.getAsJsonArray("scores")) {
                JsonObject one = pair.getAsJsonObject();
                counts.put(one.get("score").getAsInt(), one.get("positions").getAsLong());
            }
            assertEquals(expected, counts);
            assertEquals(!database.distanceLayers().isEmpty(), answer.has("distances"));
        }
    }

    @Test
    void anExampleIsWhatItIsSaidToBe() throws Exception {
        String layer = AWARI + "/layers/" + Served.SEEDS + "/example?kind=";
        try (Database database = Database.open(Served.directory("awari"))) {
            assertEquals(
                    database.distances(Served.SEEDS).maximum(),
                    get(layer + "longest").get("distance").getAsInt());
            assertEquals(2, get(layer + "score&score=2").get("score").getAsInt());
            assertEquals(7, get(layer + "distance&distance=7").get("distance").getAsInt());
            int[] zugzwang = board(get(layer + "zugzwang"));
            int[] turned = new int[12];
            Sowing.rotate(zugzwang, turned);
            assertTrue(database.score(zugzwang) < -database.score(turned), () -> Arrays.toString(zugzwang));
            List<ScoredMove> moves = database.moves(board(get(layer + "only-move")));
            assertTrue(moves.size() > 2);
            assertFalse(
                    Integer.signum(moves.get(0).score())
                            == Integer.signum(moves.get(1).score()),
                    moves::toString);
        }
    }

    @Test
    void everyLayerHasAPositionWithItsLongestDistance() throws Exception {
        for (JsonElement one : get(AWARI).getAsJsonArray("holds")) {
            JsonObject layer = one.getAsJsonObject();
            JsonObject longest = get(AWARI + "/layers/" + layer.get("layer") + "/example?kind=longest");
            assertEquals(layer.get("longest"), longest.get("distance"));
        }
    }

    private static int[] board(JsonObject answer) {
        return answer.getAsJsonArray("board").asList().stream()
                .mapToInt(JsonElement::getAsInt)
                .toArray();
    }
}
