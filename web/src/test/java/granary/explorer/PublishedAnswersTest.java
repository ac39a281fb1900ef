package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.kit.Json;
import granary.command.kit.PositionText;
import granary.database.Database;
import granary.game.Game;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A published page gives itself the answers that a server of the same database gives. */
@Thorough
class PublishedAnswersTest {
    private static final int BOARDS = 60;
    /** Its upper layers are compressed, and some of their scores derived. */
    private static final Path COMPRESSED = Path.of("..", "conformance", "awari-3-abapa-compressed");

    @TempDir
    private static Path work;

    private static final List<String> NAMES = List.of("awari", "popular", "chain", "chomp", "chexers");

    private static Browser browser;
    private static Published published;
    private static OwnServer compressed;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.shared();
        List<Path> directories = new ArrayList<>(List.of(COMPRESSED));
        NAMES.forEach(name -> directories.add(Served.directory(name)));
        published = new Published(work, directories.toArray(Path[]::new));
        compressed = new OwnServer(COMPRESSED.getFileName().toString(), COMPRESSED);
    }

    @AfterAll
    static void stop() throws IOException {
        if (compressed != null) {
            compressed.close();
            published.close();
        }
    }

    static List<String> names() {
        return Stream.concat(Stream.of(COMPRESSED.getFileName().toString()), NAMES.stream())
                .toList();
    }

    /** Runs a program in the page of a published database, and returns what it returns as JSON. */
    private static JsonElement inPage(String name, Object given, String code) {
        browser.goTo(published.uri(name).resolve("rules.html"));
        String script = """
                const {databases} = await import(arguments[0]);
                const [database] = await databases();
                const given = JSON.parse(arguments[1]);
                const attempt = async action => {
                  try {
                    return await action();
                  } catch (problem) {
                    return {status: problem.status ?? String(problem)};
                  }
                };
                """;
        Object answer = browser.asyncScript(
                script + code, published.uri(name).resolve("assets/source.js").toString(), Json.line(given));
        return JsonParser.parseString(answer.toString());
    }

    private static JsonElement served(String name, String path) throws Exception {
        JsonElement answer = Served.json(
                NAMES.contains(name) ? Served.get("/api/v1/databases/" + name + "/" + path) : compressed.get(path));
        if (answer.getAsJsonObject().has("status")) {
            JsonObject status = new JsonObject();
            status.add("status", answer.getAsJsonObject().get("status"));
            return status;
        }
        return answer;
    }

    @ParameterizedTest
    @MethodSource("names")
    void positionsLinesAndScoresAreThoseOfTheServer(String name) throws Exception {
        Random random = TestRandom.create();
        List<Object> boards = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        Path directory = published.directory(name);
        try (Database database = Database.open(directory)) {
            Game game = database.game();
            int most = Math.min(game.topLayer(), database.layers().last() + 1); // one that it lacks, too
            for (int i = 0; i < BOARDS; i++) {
                int layer = random.nextInt(most + 1);
                int[] position = new int[game.cells()];
                game.unrank(layer, random.nextLong(game.size(layer)), position);
                boards.add(PositionText.json(game, position));
                texts.add(URLEncoder.encode(game.notation().text(position), StandardCharsets.UTF_8));
            }
        }
        JsonArray actual = inPage(name, boards, """
                const answers = [];
                for (const board of given) {
                  answers.push([await attempt(() => database.position(board)), await attempt(() => database.line(board))]);
                }
                return JSON.stringify([answers, await database.positions(given)]);
                """).getAsJsonArray();
        for (int i = 0; i < BOARDS; i++) {
            JsonArray answers = actual.get(0).getAsJsonArray().get(i).getAsJsonArray();
            JsonElement position = served(name, "position?board=" + texts.get(i));
            assertEquals(position, answers.get(0), texts.get(i));
            assertEquals(served(name, "line?board=" + texts.get(i)), answers.get(1), texts.get(i));
            JsonObject brief = actual.get(1).getAsJsonArray().get(i).getAsJsonObject();
            for (String member : List.of("score", "category", "least", "most")) {
                assertEquals(position.getAsJsonObject().get(member), brief.get(member), texts.get(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void descriptionCountsAndFilesAreThoseOfTheServer(String name) throws Exception {
        JsonArray actual = inPage(name, List.of(), """
                const statistics = [];
                for (const layer of database.layers) {
                  statistics.push(await attempt(() => database.statistics(layer)));
                }
                const files = (await database.files()).map(({address, ...file}) => file);
                const lengths = await Promise.all((await database.files()).map(async ({address}) => (await (await fetch(address)).arrayBuffer()).byteLength));
                return JSON.stringify([database, statistics, {files}, lengths]);
                """).getAsJsonArray();
        JsonObject description = served(name, "").getAsJsonObject();
        description.remove("holds");
        actual.get(0).getAsJsonObject().remove("engine");
        assertEquals(description, actual.get(0));
        JsonArray layers = description.getAsJsonArray("layers");
        for (int i = 0; i < layers.size(); i++) {
            assertEquals(
                    served(name, "layers/" + layers.get(i) + "/statistics"),
                    actual.get(1).getAsJsonArray().get(i));
        }
        assertEquals(served(name, "files"), actual.get(2));
        JsonArray files = actual.get(2).getAsJsonObject().getAsJsonArray("files");
        for (int i = 0; i < files.size(); i++) {
            assertEquals(
                    files.get(i).getAsJsonObject().get("bytes"),
                    actual.get(3).getAsJsonArray().get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void examplesAreWhatTheyAreSaidToBe(String name) throws Exception {
        JsonArray actual = inPage(name, List.of(), """
                const isCounted = await Promise.all(database.layers.map(one => attempt(() => database.statistics(one))));
                const layer = database.layers.findLast((one, i) => isCounted[i].scores);
                const {scores, distances = []} = await database.statistics(layer);
                const found = [];
                for (const {score} of scores) {
                  found.push(['score', score, await attempt(() => database.example(layer, 'score', score))]);
                }
                for (const {distance} of distances) {
                  found.push(['distance', distance, await attempt(() => database.example(layer, 'distance', distance))]);
                }
                for (const kind of database.examples.filter(kind => !['score', 'distance'].includes(kind))) {
                  const answer = await attempt(() => database.example(layer, kind));
                  found.push([kind, null, answer, answer.board && await database.position(answer.board)]);
                }
                return JSON.stringify([found, layer]);
                """).getAsJsonArray();
        JsonObject longest = served(name, "layers/" + actual.get(1) + "/example?kind=longest")
                .getAsJsonObject();
        for (JsonElement one : actual.get(0).getAsJsonArray()) {
            JsonArray found = one.getAsJsonArray();
            String kind = found.get(0).getAsString();
            JsonObject example = found.get(2).getAsJsonObject();
            switch (kind) {
                case "score", "distance" -> assertEquals(found.get(1), example.get(kind), one.toString());
                case "longest" -> {
                    String quantity = longest.has("distance") ? "distance" : "score";
                    assertEquals(
                            Math.abs(longest.get(quantity).getAsInt()),
                            Math.abs(example.get(quantity).getAsInt()),
                            one.toString());
                }
                case "zugzwang" -> {
                    JsonObject position = found.get(3).getAsJsonObject();
                    assertTrue(
                            position.get("score").getAsInt()
                                            + position.get("otherToMove").getAsInt()
                                    < 0,
                            one.toString());
                }
                case "only-move" -> {
                    if (example.has("board")) {
                        JsonArray moves = found.get(3).getAsJsonObject().getAsJsonArray("moves");
                        assertTrue(moves.size() > 2, one.toString());
                    } else {
                        assertEquals(404, example.get("status").getAsInt());
                    }
                }
                default -> assertTrue(example.has("score"), one.toString());
            }
        }
    }
}
