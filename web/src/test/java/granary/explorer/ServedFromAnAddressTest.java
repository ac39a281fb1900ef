package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.explorer.api.Api;
import granary.explorer.api.ServedDatabase;
import granary.explorer.server.ExplorerServer;
import granary.http.HttpDirectory;
import granary.testing.FileServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server answers from a database at an address as from the same database in a directory, and says what it does not answer. */
class ServedFromAnAddressTest {
    private static final List<String> SAME = List.of(
            "position?board=1,0,0,2,0,1,0,2,0,0,1,1",
            "line?board=1,0,0,2,0,1,0,2,0,0,1,1",
            "position?board=0,0,0,0,0,0,1,0,0,1,1,0",
            "files");

    @Test
    void answersAreTheSame() throws Exception {
        try (FileServer files = new FileServer(Served.directory("awari"));
                ServedDatabase remote = ServedDatabase.open("awari", List.of(HttpDirectory.at(files.uri())));
                ExplorerServer server = new ExplorerServer(new Api(List.of(remote)), "127.0.0.1", 0, null, false)) {
            server.start();
            for (String path : SAME) {
                HttpResponse<String> expected = Served.get("/api/v1/databases/awari/" + path);
                assertEquals(200, expected.statusCode(), path);
                assertEquals(expected.body(), get(server, path).body(), path);
            }
            assertEquals(200, get(server, "layers/8/example").statusCode());
            assertEquals(400, get(server, "layers/8/example?kind=zugzwang").statusCode());
            HttpResponse<String> counts = get(server, "layers/8/statistics");
            assertEquals(404, counts.statusCode());
            assertTrue(counts.body().contains("not counted here"), counts.body());
            HttpResponse<String> file = get(server, "files/layer-003.granary");
            assertEquals(404, file.statusCode());
            assertTrue(file.body().contains(files.uri() + "layer-003.granary"), file.body());
        }
    }

    @Test
    void countsAndExamplesAreThoseThatWerePublished(@TempDir Path work) throws Exception {
        Cli.run("publish", "--dir", Served.directory("awari"), "--out", work.resolve("site"), "--page")
                .assertSuccess();
        try (FileServer files = new FileServer(work.resolve("site"));
                ServedDatabase remote = ServedDatabase.open("awari", List.of(HttpDirectory.at(files.uri())));
                ExplorerServer server = new ExplorerServer(new Api(List.of(remote)), "127.0.0.1", 0, null, false)) {
            server.start();
            for (int layer = 0; layer <= Served.SEEDS; layer++) {
                String path = "layers/" + layer + "/statistics";
                assertEquals(
                        Served.get("/api/v1/databases/awari/" + path).body(),
                        get(server, path).body());
            }
            JsonObject counts = Served.json(get(server, "layers/8/statistics"));
            for (JsonElement one : counts.getAsJsonArray("scores")) {
                int score = one.getAsJsonObject().get("score").getAsInt();
                assertEquals(
                        score,
                        Served.json(get(server, "layers/8/example?kind=score&score=" + score))
                                .get("score")
                                .getAsInt());
            }
            int longest = counts.getAsJsonArray("distances").size() - 1;
            assertEquals(
                    longest,
                    Served.json(get(server, "layers/8/example?kind=longest"))
                            .get("distance")
                            .getAsInt());
            assertEquals(200, get(server, "layers/8/example?kind=zugzwang").statusCode());
            HttpResponse<String> none = get(server, "layers/8/example?kind=score&score=7");
            assertEquals(404, none.statusCode());
            assertTrue(none.body().contains("no such position of layer 8 was published"), none.body());
        }
    }

    @Test
    void anAddressThatDoesNotAnswerHoldsUpNothingElse() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(48); // of 80
        try (FileServer files = new FileServer(Served.directory("awari"));
                ServedDatabase far = ServedDatabase.open("awari", List.of(HttpDirectory.at(files.uri())));
                ServedDatabase near = ServedDatabase.open("near", List.of(Served.directory("awari")));
                ExplorerServer server = new ExplorerServer(new Api(List.of(far, near)), "127.0.0.1", 0, null, false)) {
            server.start();
            files.setFault((request, answer) -> {
                asked.countDown();
                answers.await();
                return answer;
            });
            HttpClient client = HttpClient.newHttpClient();
            String example = "layers/8/example";
            List<CompletableFuture<HttpResponse<String>>> waiting = Stream.concat(
                            Stream.of(example),
                            Stream.generate(() -> SAME.get(0)).limit(79))
                    .map(path -> client.sendAsync(
                                    request(server, "awari/" + path).build(), HttpResponse.BodyHandlers.ofString())
                            .whenComplete((response, failure) -> refused.countDown()))
                    .toList();
            asked.await();
            assertTrue(refused.await(1, TimeUnit.MINUTES));
            for (String path :
                    List.of("/health", "/metrics", "/api/v1/databases", "near/" + example, "near/" + SAME.get(0))) {
                HttpRequest other =
                        request(server, path).timeout(Duration.ofSeconds(20)).build();
                assertEquals(
                        200,
                        client.send(other, HttpResponse.BodyHandlers.discarding())
                                .statusCode(),
                        path);
            }
            answers.countDown();
            assertEquals(
                    Set.of(200, 429),
                    waiting.stream().map(one -> one.join().statusCode()).collect(Collectors.toSet()));
        }
    }

    private static HttpRequest.Builder request(ExplorerServer server, String path) {
        return HttpRequest.newBuilder(server.uri().resolve("/api/v1/databases/").resolve(path));
    }

    @Test
    void itsPathIsItsAddress() throws Exception {
        try (FileServer files = new FileServer(Served.directory("awari"));
                Database database = Database.open(files.uri())) {
            Path directory = database.directory();
            assertEquals(files.uri().toString(), directory.toString());
            assertEquals(
                    files.uri() + "granary.manifest",
                    directory.resolve("granary.manifest").toString());
            assertEquals("db", directory.getFileName().toString());
            assertEquals(
                    "layer-003.granary",
                    directory.resolve("layer-003.granary").getFileName().toString());
        }
    }

    private static HttpResponse<String> get(ExplorerServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve("/api/v1/databases/awari/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
