package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Prefetch;
import granary.testing.FileServer;
import granary.testing.FileServer.Answer;
import granary.testing.FileServer.Fault;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong answers lead to repeated requests, and then to a message. */
class RequestsTest {
    private static final HttpOptions PATIENT = new HttpOptions(64 << 20, Duration.ofSeconds(30), Duration.ofMillis(2));
    private static final int TRIES = 5;

    /** Looks a position up at a server that is sound until the database is open; returns the message and checks the requests. */
    private static String message(HttpOptions options, int requests, Fault fault) throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database remote = Database.open(new HttpSource(server.uri(), options), OpenOptions.DEFAULT)) {
            server.takeAsked();
            server.setFault(fault);
            DatabaseException thrown = assertThrows(
                    DatabaseException.class,
                    () -> remote.table(SolvedDatabase.TOP).value(0));
            assertEquals(requests, server.takeAsked().size(), thrown::getMessage);
            return thrown.getMessage();
        }
    }

    private static void assertSays(String part, String message) {
        assertTrue(message.contains(part), message);
    }

    private static URI address(FileServer server, String name) {
        return server.uri().resolve(name);
    }

    /** The time for headers ends with them. */
    @Test
    @Timeout(60)
    void aServerWhoseAnswersStallIsAskedAFewTimes() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            server.stall();
            server.setFault((request, answer) -> answer.withBody(Arrays.copyOf(answer.body(), 1)));
            Requests requests = new Requests(new HttpOptions(64 << 20, Duration.ofMillis(100), Duration.ofMillis(2)));
            ReadFaultException thrown = assertThrows(
                    ReadFaultException.class,
                    () -> Prefetch.await(requests.whole(address(server, Manifest.FILE_NAME), Manifest.MAX_LENGTH)));
            assertSays("no answer in time", thrown.getMessage());
            assertSays("failed 5 times", thrown.getMessage());
        }
    }

    @Test
    void aServerMayBeAskedAgainWithoutAPause() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            AtomicInteger left = new AtomicInteger(TRIES - 1);
            server.setFault((request, answer) ->
                    left.getAndDecrement() > 0 ? answer.withRetryAfter("0").withStatus(429) : answer);
            Requests requests = new Requests(new HttpOptions(64 << 20, Duration.ofSeconds(30), Duration.ZERO));
            assertArrayEquals(
                    Files.readAllBytes(SolvedDatabase.directory().resolve(Manifest.FILE_NAME)),
                    Prefetch.await(requests.whole(address(server, Manifest.FILE_NAME), Manifest.MAX_LENGTH)));
        }
    }

    static Stream<Arguments> answers() {
        AtomicInteger left = new AtomicInteger(TRIES);
        return Stream.of(
                answer("busy for ever", TRIES, "failed 5 times", answer -> answer.withStatus(503)),
                answer("until a date", TRIES, "failed 5 times", busy(() -> "Tue, 31 Dec 2999 23:59:59 GMT")),
                answer(
                        "a minute at last",
                        TRIES,
                        "failed 5 times",
                        busy(() -> left.decrementAndGet() > 0 ? "0" : "60")),
                answer("a pause of a day", 1, "is busy (Retry-After: 86400 s)", busy(() -> "86400")),
                answer("no such version", 1, "replaced while the database was open", answer -> answer.withStatus(412)),
                answer("no such range", 1, "replaced while the database was open", answer -> answer.withStatus(416)),
                answer("gone", 1, "status 404", answer -> answer.withStatus(404)),
                answer("gone for ever", 1, "status 410", answer -> answer.withStatus(410)),
                answer("no version", 1, "neither ETag nor Last-Modified", answer -> answer.withVersion(null)),
                answer("a long file", 1, "does not answer range requests", answer -> whole(2_000_000, answer)),
                answer(
                        "an empty file",
                        TRIES,
                        "found 0 bytes (cut, or of another database",
                        answer -> whole(0, answer)),
                answer("a short file", TRIES, "found 77 bytes (cut, or of another", answer -> whole(77, answer)));
    }

    private static Arguments answer(String what, int requests, String message, UnaryOperator<Answer> change) {
        return Arguments.of(what, requests, message, change);
    }

    private static UnaryOperator<Answer> busy(Supplier<String> pause) {
        return answer -> answer.withRetryAfter(pause.get()).withStatus(503);
    }

    private static Answer whole(int length, Answer answer) {
        return new Answer(200, new byte[length], length, null, answer.version(), null);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void aWrongAnswerIsAskedForAgainIfThatMayHelp(
            String what, int requests, String message, UnaryOperator<Answer> change) throws IOException {
        assertSays(message, message(PATIENT, requests, (request, answer) -> change.apply(answer)));
    }

    /** More of them than may be under way. */
    @Test
    void requestsThatCannotBeSentTakeNoPlaceOfOthers() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            Requests requests = new Requests(HttpOptions.DEFAULT);
            URI elsewhere = URI.create("ftp://host/any");
            for (int i = 0; i < 65; i++) {
                CompletableFuture<byte[]> unsent = requests.whole(elsewhere, 1);
                assertThrows(IllegalArgumentException.class, () -> Prefetch.await(unsent));
            }
            Prefetch.await(requests.whole(address(server, Manifest.FILE_NAME), Manifest.MAX_LENGTH));
        }
    }

    /** An offer of HTTP/2 costs the first request, and there are servers that do not understand it. */
    @Test
    void plainHttpServerIsAskedForIdentityBytesInHttp1() throws IOException {
        Headers headers = new Headers();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            headers.putAll(exchange.getRequestHeaders());
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/any");
            assertThrows(
                    ReadFaultException.class,
                    () -> Prefetch.await(new Requests(HttpOptions.DEFAULT).whole(address, 1)));
        } finally {
            server.stop(0);
        }
        assertEquals(List.of("identity"), headers.get("Accept-Encoding"));
        assertNull(headers.get("Upgrade"));
    }

    @Test
    void aCompressedAnswerIsRefused() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory(), "Content-Encoding")) {
            RuntimeException thrown = assertThrows(
                    RuntimeException.class,
                    () -> Database.open(new HttpSource(server.uri(), PATIENT), OpenOptions.DEFAULT));
            assertSays("an answer in the encoding ", thrown.getMessage());
        }
    }

    /** The client may try an old connection once more by itself: the requests are not counted. */
    @Test
    void aServerThatEndsConnectionsIsAskedAFewTimes() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            server.setFault((request, answer) -> null);
            ReadFaultException thrown = assertThrows(
                    ReadFaultException.class,
                    () -> Database.open(new HttpSource(server.uri(), PATIENT), OpenOptions.DEFAULT));
            assertSays("no answer: ", thrown.getMessage());
            assertSays("failed 5 times", thrown.getMessage());
        }
        ReadFaultException nobody = assertThrows(
                ReadFaultException.class,
                () -> Database.open(new HttpSource(URI.create("http://127.0.0.1:1/"), PATIENT), OpenOptions.DEFAULT));
        assertSays("no connection", nobody.getMessage());
        assertSays("failed 5 times", nobody.getMessage());
    }

    @Test
    void aServerThatNeverAnswersIsAskedAFewTimes() throws IOException {
        HttpOptions hasty = new HttpOptions(64 << 20, Duration.ofSeconds(1), Duration.ofMillis(2));
        String message = message(hasty, TRIES, (request, answer) -> {
            new CountDownLatch(1).await(); // until the server is closed
            return answer;
        });
        assertSays("no answer in time", message);
        assertSays("failed 5 times", message);
        assertSays(", byte ", message);
        assertSays(" bytes of the file of ", message);
    }

    /** The longest of which that is done. */
    @Test
    void aRangeIsTakenFromAWholeFileOfAMebibyte(@TempDir Path directory) throws IOException {
        byte[] bytes = new byte[1 << 20];
        TestRandom.create().nextBytes(bytes);
        Files.write(directory.resolve("any"), bytes);
        try (FileServer server = new FileServer(directory)) {
            server.setFault((request, answer) -> new Answer(200, bytes, bytes.length, null, answer.version(), null));
            HttpFile file = new HttpFile(address(server, "any"), bytes.length);
            assertArrayEquals(
                    Arrays.copyOfRange(bytes, 99_999, 100_099),
                    Prefetch.await(new Requests(PATIENT).range(file, 99_999, 100)));
        }
    }

    /** Small files alone. */
    @Test
    @Thorough
    void aRangeIsTakenFromAWholeFile() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database local = Database.open(SolvedDatabase.directory())) {
            server.setFault((request, answer) -> {
                try {
                    byte[] all = Files.readAllBytes(SolvedDatabase.directory().resolve(request.name()));
                    return new Answer(200, all, all.length, null, answer.version(), null);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (Database remote = Database.open(new HttpSource(server.uri(), PATIENT), OpenOptions.DEFAULT)) {
                Game game = local.game();
                int[] board = new int[game.cells()];
                for (int layer = SolvedDatabase.TOP - 2; layer <= SolvedDatabase.TOP; layer++) {
                    for (long rank = 0; rank < game.size(layer); rank += 1 + game.size(layer) / 50) {
                        game.unrank(layer, rank, board);
                        assertEquals(
                                local.moves(board).toString(),
                                remote.moves(board).toString());
                    }
                }
            }
        }
    }
}
