package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors, limits, caching and compression of the server. */
class HttpTest {
    private static final String AWARI = "/api/v1/databases/awari";
    private static final String POSITION = AWARI + "/position?board=1,0,0,2,0,1,0,1,0,0,1,2";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "400|/position|say which position: ?board=...",
                "400|/position?board=1,1|a board has 12 pits, not 2: [1, 1]",
                "400|/position?board=1,0,0,2,0,1,0,1,0,0,1,-2|'-2' is not a number of seeds",
                "400|/layers/8/example?kind=score&score=99|'score' must be a number from -8 to 8, not '99'",
                "400|/layers/2/example?kind=x|"
                        + "no kind 'x' of example; the kinds are random, longest, score, distance, zugzwang, only-move",
                "404|/position?board=1,1,1,1,1,2,4,2,3,0,0,0|"
                        + "the database awari holds no position of 16 seeds; its layers are 0 to 8",
                "404|/layers/9/statistics|the database awari holds no position of 9 seeds; its layers are 0 to 8",
                "404|/layers/8/example?kind=score&score=7|no position of layer 8 has the score 7",
                "404|/layers/1/example?kind=zugzwang|no position of layer 1 is zugzwang",
                "404|/layers/1/example?kind=only-move|no position of layer 1 has an only move",
                "404|/nothing|no such address; the API is described at /api and in /api/v1/openapi.json",
            })
    void aMistakeIsToldInJson(int status, String path, String detail) throws Exception {
        HttpResponse<String> response = Served.get(AWARI + path);
        assertEquals(status, response.statusCode());
        JsonObject problem = Served.json(response);
        assertEquals(detail, problem.get("detail").getAsString());
        assertEquals(status, problem.get("status").getAsInt());
        assertEquals(
                "application/problem+json",
                response.headers().firstValue("Content-Type").orElseThrow());
    }

    @Test
    void aPositionThatIsNotThereIsAnsweredWithTheLayersThatAre() throws Exception {
        JsonObject problem = Served.json(Served.get(AWARI + "/position?board=1,1,1,1,1,2,4,2,3,0,0,0"));
        assertEquals("[0,1,2,3,4,5,6,7,8]", problem.get("layers").toString());
        assertEquals(
                "[\"awari\",\"popular\",\"chain\",\"chomp\",\"chexers\"]",
                Served.json(Served.get("/api/v1/databases/x/position"))
                        .get("databases")
                        .toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/../index.html",
                "/assets/%2e%2e/style.css",
                "/assets/..%2fstyle.css",
                "/assets//etc/passwd",
                "/etc/passwd",
                "/api/v1/databases/..%2f..%2fetc/position",
                "/assets/"
            })
    void noPathLeadsToAFile(String path) throws Exception {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 40"), answer);
    }

    /** Sends bytes as they are, which a client library would put in order first. */
    private static String raw(String request) throws IOException {
        URI uri = Served.uri("/");
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            try (InputStream in = socket.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    void anAnswerIsSentOnceToWhoKeepsIt() throws Exception {
        HttpResponse<String> first = Served.get(POSITION);
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> second = Served.get(POSITION, "If-None-Match", tag);
        assertEquals(304, second.statusCode());
        assertEquals("", second.body());
        assertEquals(200, Served.get(POSITION, "If-None-Match", "\"other\"").statusCode());
        assertEquals(304, Served.get(POSITION, "If-None-Match", "*").statusCode());
    }

    @Test
    void anAnswerMayBeKeptForEverByWhoNamesTheFiles() throws Exception {
        String fingerprint = Served.json(Served.get(AWARI)).get("fingerprint").getAsString();
        assertEquals(Optional.of("public, max-age=31536000, immutable"), caching(POSITION + "&v=" + fingerprint));
        assertEquals(Optional.of("no-cache"), caching(POSITION + "&v=other"));
        assertEquals(Optional.of("public, max-age=3600"), caching(POSITION));
        assertEquals(Optional.of("no-store"), caching(AWARI + "/layers/8/example"));
        assertEquals(Optional.of("no-store"), caching(AWARI + "/position"));
        assertEquals(Optional.of("no-cache"), caching("/"));
    }

    private static Optional<String> caching(String path) throws IOException, InterruptedException {
        return Served.get(path).headers().firstValue("Cache-Control");
    }

    @Test
    void longAnswersAreCompressedForWhoCanReadThem() throws Exception {
        String path = "/api/v1/databases";
        HttpResponse<byte[]> response = Served.bytes(path, "Accept-Encoding", "gzip");
        assertEquals(Optional.of("gzip"), response.headers().firstValue("Content-Encoding"));
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            assertEquals(Served.get(path).body(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void otherSitesMayAsk() throws Exception {
        assertEquals(Optional.of("*"), Served.get(POSITION).headers().firstValue("Access-Control-Allow-Origin"));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void anObjectInThePlaceOfAPositionIsToldSo() throws Exception {
        for (String board : List.of("[{\"a\":1}]", "{\"a\":1}")) {
            String body = Served.post(AWARI + "/positions", "{\"boards\":[" + board + "]}")
                    .body();
            assertTrue(body.contains("list 'board'"), body);
        }
    }

    @Test
    void whatIsOverALimitIsRefused() throws Exception {
        String board = "[0,0,0,0,0,1,1,0,0,0,0,0]";
        String most = "{\"boards\":[" + String.join(",", Collections.nCopies(1000, board)) + "]}";
        assertEquals(200, Served.post(AWARI + "/positions", most).statusCode());
        assertEquals(
                413,
                Served.post(AWARI + "/positions", most.replace("[[", "[" + board + ",["))
                        .statusCode());
        HttpResponse<String> tooLong = unread(() -> Served.post(AWARI + "/positions", " ".repeat(256 * 1024 + 1)));
        assertEquals(413, tooLong.statusCode());
        assertEquals(
                "the body is longer than the limit",
                Served.json(tooLong).get("detail").getAsString());
        assertEquals(
                413,
                unread(() -> Served.send(HttpRequest.newBuilder(Served.uri(AWARI + "/positions"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.fromPublisher(
                                        HttpRequest.BodyPublishers.ofString(" ".repeat(300 * 1024))))))
                        .statusCode());
        HttpResponse<String> unpacked = Served.send(HttpRequest.newBuilder(Served.uri(AWARI + "/positions"))
                .headers("Content-Type", "application/json", "Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(gzip(" ".repeat(300 * 1024)))));
        assertEquals(413, unpacked.statusCode(), unpacked::body);
        assertEquals(431, Served.get(POSITION, "X", "x".repeat(9000)).statusCode());
        assertEquals(405, Served.post(POSITION, "").statusCode());
        assertEquals(405, Served.get(AWARI + "/positions").statusCode());
        assertEquals(400, Served.post(AWARI + "/positions", "{").statusCode());
        assertEquals(400, Served.post(AWARI + "/positions", "[]").statusCode());
    }

    /**
     * Sends a request until its answer arrives. The server answers before it has read a body that is too long, and closes the
     * connection: when the client still writes then, the answer may be lost.
     */
    private static HttpResponse<String> unread(Callable<HttpResponse<String>> request) throws Exception {
        IOException lost = null;
        for (int attempt = 0; attempt < 10; attempt++) {
            try {
                return request.call();
            } catch (IOException e) {
                lost = e;
            }
        }
        throw lost;
    }

    @Test
    void aSlashAtTheEndIsOfNoAccount() throws Exception {
        for (String path : List.of("/api/v1/databases", AWARI, POSITION.substring(0, POSITION.indexOf('?')))) {
            HttpResponse<String> plain = Served.get(path + POSITION.substring(POSITION.indexOf('?')));
            assertEquals(200, plain.statusCode(), path);
            assertEquals(
                    plain.body(),
                    Served.get(path + "/" + POSITION.substring(POSITION.indexOf('?')))
                            .body());
        }
    }

    @Test
    void aBodyThatIsNotSaidToBeJsonIsRefused() throws Exception {
        String body = "{\"boards\":[[0,0,0,0,0,1,1,0,0,0,0,0]]}";
        for (String type : List.of("application/json", "Application/JSON; charset=utf-8")) {
            assertEquals(200, Served.post(AWARI + "/positions", body, type).statusCode(), type);
        }
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "application/jsonx")) {
            assertEquals(415, Served.post(AWARI + "/positions", body, type).statusCode(), type);
        }
        HttpResponse<String> none = Served.send(HttpRequest.newBuilder(Served.uri(AWARI + "/positions"))
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        assertEquals(415, none.statusCode());
        assertEquals(
                "the body must be JSON, with the header Content-Type: application/json",
                Served.json(none).get("detail").getAsString());
    }

    @Test
    void noMessageNamesAClass() throws Exception {
        List<String> answers = new ArrayList<>();
        for (String body : List.of(
                "{\"boards\":",
                "{\"boards\":[}",
                "{boards:[1]}",
                "nul",
                "\"",
                "",
                "[".repeat(10_000),
                "{\"boards\":{}}",
                "{\"boards\":[{\"a\":[]},null,1e999,\"\\ud800\",[[[]]]]}")) {
            answers.add(Served.post(AWARI + "/positions", body).body());
        }
        for (String query : List.of(
                "/position?board=[1",
                "/position?board=[[]]",
                "/position?board=1e9",
                "/layers/1e9/statistics",
                "/layers/8/example?kind=score&score=1e9",
                "/position?board=%F0%28",
                "/position?board=%00")) {
            answers.add(Served.get(AWARI + query.replace("[", "%5B").replace("]", "%5D"))
                    .body());
        }
        for (String head : List.of(
                "GET " + AWARI + "/position?board=%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
                "GET / HTTP/7.1\r\nHost: a\r\n\r\n",
                "\r\u0001\r\n\r\n")) {
            answers.add(raw(head));
        }
        for (String answer : answers) {
            assertFalse(
                    answer.matches("(?s).*(Exception|[a-z]\\.[A-Z][A-Za-z]+|[a-z]+\\.[a-z]+\\.[a-z]+\\.).*"), answer);
        }
    }

    @Test
    void healthAndMetricsAreThere() throws Exception {
        assertEquals("{\"status\":\"ok\"}\n", Served.get("/health").body());
        Served.get(POSITION);
        String counted = "granary_http_requests_total{route=\"position\",status=\"200\"}";
        String metrics = "";
        // An answer is counted when it has been sent, so that whoever has read it may ask too early.
        for (int times = 0; times < 100 && !metrics.contains(counted); times++) {
            metrics = Served.get("/metrics").body();
        }
        assertTrue(metrics.contains(counted), metrics);
        assertFalse(metrics.contains("route=\"none\""), metrics);
    }

    @Test
    void aWrongAddressHasAPageForPeopleAndAProblemForPrograms() throws Exception {
        URI wrong = Served.uri("/nothing");
        HttpResponse<String> page = Served.send(HttpRequest.newBuilder(wrong).header("Accept", "text/html,*/*"));
        assertEquals(404, page.statusCode());
        assertTrue(page.body().contains("<h1>There is nothing at this address</h1>"), page.body());
        HttpResponse<String> problem = Served.send(HttpRequest.newBuilder(wrong));
        assertEquals(404, problem.statusCode());
        assertTrue(problem.body().startsWith("{"), problem.body());
    }
}
