package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import granary.builder.testing.Uninterrupted;
import granary.database.Database;
import granary.format.LayerHeader;
import granary.testing.BitFlip;
import granary.testing.Thorough;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A layer that is damaged while others are whole. */
class DamagedLayerTest {
    private static final String OF_3 = "position?board=0,0,0,0,0,0,1,0,0,1,1,0";
    private static final String OF_2 = "position?board=0,0,0,0,0,0,1,0,0,1,0,0";

    @Test
    void damagedLayerAnswers503WithReasonOthersAreAnswered(@TempDir Path directory) throws Exception {
        Uninterrupted.copy(Served.directory("awari"), directory);
        BitFlip.flip(directory.resolve("layer-003.granary"), 8 * (LayerHeader.LENGTH + 24));
        try (OwnServer server = new OwnServer(directory)) {
            for (int i = 0; i < 3; i++) {
                for (String damaged : List.of(OF_3, OF_3.replace("position", "line"), "layers/3/statistics")) {
                    HttpResponse<String> response = server.get(damaged);
                    assertEquals(503, response.statusCode(), response::body);
                    JsonObject problem = Served.json(response);
                    String detail = problem.get("detail").getAsString();
                    assertTrue(detail.startsWith("layer-003.granary is damaged from byte 4096 on"), detail);
                    assertFalse(response.body().contains(directory.toString()), response::body);
                }
                assertEquals(200, server.get(OF_2).statusCode());
                JsonArray both = Served.json(post(server, OF_3, OF_2)).getAsJsonArray("positions");
                JsonObject problem = both.get(0).getAsJsonObject().getAsJsonObject("problem");
                assertEquals(503, problem.get("status").getAsInt(), both::toString);
                assertTrue(both.get(1).getAsJsonObject().has("score"), both::toString);
                assertEquals(200, server.get("layers/8/statistics").statusCode());
                assertEquals(200, server.get("layers/2/example").statusCode());
            }
        }
    }

    @Test
    void aScoreIsAnsweredThoughAMoveLeadsToAMissingLayer(@TempDir Path directory) throws Exception {
        Uninterrupted.copy(Served.directory("awari"), directory);
        Files.delete(directory.resolve("layer-003.granary"));
        String of5 = "position?board=0,0,0,0,1,1,1,1,1,0,0,0"; // pit 5 captures 2, pit 4 nothing
        try (Database whole = Database.open(Served.directory("awari"));
                OwnServer server = new OwnServer(directory)) {
            assertEquals("[3]", Served.json(server.get("")).get("missingLayers").toString());
            JsonObject answer = Served.json(server.get(of5));
            assertEquals(
                    whole.score(new int[] {0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0}),
                    answer.get("score").getAsInt());
            JsonArray moves = answer.getAsJsonArray("moves");
            assertEquals(2, moves.size(), answer::toString);
            assertTrue(moves.get(0).getAsJsonObject().has("score"), answer::toString);
            assertEquals(5, moves.get(1).getAsJsonObject().get("pit").getAsInt());
            assertFalse(moves.get(1).getAsJsonObject().has("score"), answer::toString);
            for (String missing : List.of(OF_3, OF_3.replace("position", "line"), "layers/3/statistics")) {
                HttpResponse<String> response = server.get(missing);
                assertEquals(404, response.statusCode(), response::body);
                assertTrue(response.body().contains("holds no position of 3 seeds"), response::body);
                assertTrue(response.body().contains("0 to 8, and the files of these are missing: [3]"), response::body);
            }
        }
    }

    @Test
    @Thorough
    void thePageNamesLayersThatAreMissing(@TempDir Path directory) throws Exception {
        Uninterrupted.copy(Served.directory("awari"), directory);
        Files.delete(directory.resolve("layer-003.granary"));
        try (OwnServer server = new OwnServer(directory)) {
            Browser browser = Browser.shared();
            browser.goTo(server.uri("/explore/db/0-0-0-0-0-0-1-0-0-1-1-0-0-0-S"));
            assertEquals("db, olympiad, 0 to 8 seeds, without 3", browser.text("#database option"));
            assertTrue(browser.text("#detail").endsWith("db holds 0 to 8 seeds, without 3."), browser.text("#detail"));
            browser.click("#files-button");
            browser.awaitSome("#files tr");
            assertTrue(browser.text("#files").startsWith("The files of these layers are listed, but missing: 3."));
        }
    }

    /** Asks for several positions in one request. */
    private static HttpResponse<String> post(OwnServer server, String... positions) throws Exception {
        String boards = Arrays.stream(positions)
                .map(position -> '"' + position.substring(position.indexOf('=') + 1) + '"')
                .collect(Collectors.joining(",", "{\"boards\":[", "]}"));
        return server.send(HttpRequest.newBuilder(server.uri("/api/v1/databases/db/positions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(boards)));
    }
}
