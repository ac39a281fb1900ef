package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.awari.Sowing;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.testing.TestRandom;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API's answers equal those of the databases. */
class AnswersTest {
    private static final String AWARI = "/api/v1/databases/awari";

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular", "chain", "chomp", "chexers"})
    void aPositionHasTheScoresDistancesAndMovesOfTheDatabase(String name) throws Exception {
        Random random = TestRandom.create();
        try (Database database = Database.open(Served.directory(name))) {
            int layer = database.layers().last();
            for (int i = 0; i < 20; i++) {
                int[] position = new int[database.game().cells()];
                database.game().unrank(layer, random.nextLong(database.game().size(layer)), position);
                String board = String.join("_", database.game().notation().words(position));
                JsonObject answer = get("/api/v1/databases/" + name + "/position?board=" + board);
                assertEquals(database.score(position), answer.get("score").getAsInt(), board);
                assertEquals(database.findDistance(position).isPresent(), answer.has("distance"), board);
                database.findDistance(position)
                        .ifPresent(distance ->
                                assertEquals(distance, answer.get("distance").getAsInt(), board));
                assertBounds(database, database.findBounds(position), answer, board);
                List<ScoredMove> moves = database.moves(position);
                JsonArray told = answer.getAsJsonArray("moves");
                assertEquals(
                        moves.stream().map(ScoredMove::score).toList(),
                        told.asList().stream()
                                .map(move -> move.getAsJsonObject().get("score").getAsInt())
                                .toList(),
                        board);
                for (int m = 0; m < moves.size(); m++) {
                    JsonElement after = told.get(m).getAsJsonObject().get("board");
                    assertEquals(database.game().notation().words(moves.get(m).successor()), words(after), board);
                    ScoredMove move = moves.get(m);
                    OptionalInt reached = database.findBounds(move.successor());
                    OptionalInt bounds = reached.isEmpty()
                            ? reached
                            : OptionalInt.of(Bounds.before(move.captured(), reached.getAsInt()));
                    assertBounds(database, bounds, told.get(m).getAsJsonObject(), board);
                }
            }
        }
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

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular"})
    void theScoreWithTheOtherToMoveIsThatOfTheTurnedBoard(String name) throws Exception {
        Random random = TestRandom.create();
        try (Database database = Database.open(Served.directory(name))) {
            for (int i = 0; i < 20; i++) {
                int[] position = new int[12];
                int[] turned = new int[12];
                database.game().unrank(5, random.nextLong(database.game().size(5)), position);
                Sowing.rotate(position, turned);
                String board = String.join(",", database.game().notation().words(position));
                JsonObject answer = get("/api/v1/databases/" + name + "/position?board=" + board);
                assertEquals(database.score(turned), answer.get("otherToMove").getAsInt(), board);
            }
        }
    }

    private static List<String> words(JsonElement board) {
        return board.getAsJsonArray().asList().stream()
                .map(word -> word.isJsonArray()
                        ? word.getAsJsonArray().asList().stream()
                                .map(JsonElement::getAsString)
                                .collect(Collectors.joining(","))
                        : word.getAsString())
                .toList();
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

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular"})
    void theLineOfBestPlayAddsUpToTheScore(String name) throws Exception {
        try (Database database = Database.open(Served.directory(name))) {
            int over = 0;
            for (int i = 0; i < 20; i++) {
                String path = "/api/v1/databases/" + name;
                String example = get(path + "/layers/" + database.layers().last() + "/example")
                        .get("board")
                        .toString();
                JsonObject answer = get(path + "/line?board=" + example.replaceAll("[\\[\\]]", ""));
                int sum = 0;
                int sign = 1;
                JsonObject last = answer;
                for (JsonElement move : answer.getAsJsonArray("moves")) {
                    last = move.getAsJsonObject();
                    sum += sign * last.get("captured").getAsInt();
                    sign = -sign;
                }
                if (answer.get("end").getAsString().equals("game-over")) {
                    over++;
                    sum += sign * database.game().terminalScore(board(last));
                }
                assertEquals(answer.get("score").getAsInt(), sum, example);
            }
            assertTrue(over > 0);
        }
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

    @Test
    void legalMovesAreToldOfPositionsBeyondTheDatabase() throws Exception {
        JsonObject answer = get(AWARI + "/moves?board=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
        assertEquals(6, answer.getAsJsonArray("moves").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular", "chain", "chomp", "chexers"})
    void statisticsCountEveryPosition(String name) throws Exception {
        try (Database database = Database.open(Served.directory(name))) {
            int layer = database.layers().last();
            JsonObject answer = get("/api/v1/databases/" + name + "/layers/" + layer + "/statistics");
            long[] counts = answer.getAsJsonArray("scores").asList().stream()
                    .mapToLong(pair -> pair.getAsJsonObject().get("positions").getAsLong())
                    .toArray();
            assertEquals(database.game().size(layer), Arrays.stream(counts).sum());
            int score = answer.getAsJsonArray("scores")
                    .get(0)
                    .getAsJsonObject()
                    .get("score")
                    .getAsInt();
            long count = 0;
            for (long rank = 0; rank < database.game().size(layer); rank++) {
                count += database.table(layer).value(rank) == score ? 1 : 0;
            }
            assertEquals(count, counts[0]);
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
            System.arraycopy(zugzwang, 0, turned, 6, 6);
            System.arraycopy(zugzwang, 6, turned, 0, 6);
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
