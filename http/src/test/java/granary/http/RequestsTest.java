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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong answers lead to repeated requests, and then to a message. */
class RequestsTest {
    private static final HttpOptions QUICK =
            HttpOptions.DEFAULT.withTimes(Duration.ofMillis(300), Duration.ofMillis(2));
    private static final int TRIES = 5;

    /** Looks a position up at a server that is sound until the database is open; returns the message and checks the requests. */
    private static String message(int requests, Fault fault) throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database remote = Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT)) {
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
            Requests requests =
                    new Requests(HttpOptions.DEFAULT.withTimes(Duration.ofMillis(100), Duration.ofMillis(2)));
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
            server.setFault((request, answer) -> left.getAndDecrement() > 0 ? answer.withStatus(503) : answer);
            Requests requests = new Requests(HttpOptions.DEFAULT.withTimes(Duration.ofSeconds(30), Duration.ZERO));
            assertArrayEquals(
                    Files.readAllBytes(SolvedDatabase.directory().resolve(Manifest.FILE_NAME)),
                    Prefetch.await(requests.whole(address(server, Manifest.FILE_NAME), Manifest.MAX_LENGTH)));
        }
    }

    /** A minute is not too long to wait for. */
    @Test
    void aServerThatAsksForAMinuteAtLastHasFailed() throws IOException {
        AtomicInteger left = new AtomicInteger(TRIES);
        assertSays(
                "failed 5 times",
                message(
                        TRIES,
                        (request, answer) -> answer.withRetryAfter(left.decrementAndGet() > 0 ? "0" : "60")
                                .withStatus(503)));
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
    void eachOptionIsSetAlone() {
        Duration timeout = Duration.ofSeconds(3);
        Duration pause = Duration.ofSeconds(4);
        HttpOptions options = HttpOptions.DEFAULT;
        assertEquals(new HttpOptions(1, options.timeout(), options.pause()), options.withMemory(1));
        assertEquals(new HttpOptions(options.memory(), timeout, pause), options.withTimes(timeout, pause));
    }

    @Test
    void aServerThatIsBusyForEverIsAskedAFewTimes() throws IOException {
        assertSays("failed 5 times", message(TRIES, (request, answer) -> answer.withStatus(503)));
    }

    @Test
    void aPauseThatIsNoTimeCountsAsNone() throws IOException {
        assertSays(
                "failed 5 times",
                message(
                        TRIES,
                        (request, answer) -> answer.withRetryAfter("soon").withStatus(503)));
    }

    @Test
    void aServerThatWantsToBeLeftAloneUntilLaterIsLeftAlone() throws IOException {
        String later = ZonedDateTime.now(ZoneOffset.UTC).plusHours(2).format(DateTimeFormatter.RFC_1123_DATE_TIME);
        String message =
                message(1, (request, answer) -> answer.withRetryAfter(later).withStatus(503));
        assertSays("is busy (Retry-After: 7", message);
    }

    @ParameterizedTest
    @ValueSource(ints = {412, 416})
    void aServerThatHasNoSuchRangeOrVersionHasAnotherFile(int status) throws IOException {
        assertSays("replaced while the database was open", message(1, (request, answer) -> answer.withStatus(status)));
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void aFileThatIsGoneIsNotAskedForAgain(int status) throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database remote = Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT)) {
            server.takeAsked();
            server.setFault((request, answer) -> answer.withStatus(status));
            RuntimeException thrown = assertThrows(
                    RuntimeException.class,
                    () -> remote.table(SolvedDatabase.TOP).value(0));
            assertEquals(1, server.takeAsked().size());
            assertSays("status " + status, thrown.getMessage());
        }
    }

    @Test
    void aCompressedAnswerIsRefused() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory(), "Content-Encoding")) {
            RuntimeException thrown = assertThrows(
                    RuntimeException.class,
                    () -> Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT));
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
                    () -> Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT));
            assertSays("no answer: ", thrown.getMessage());
            assertSays("failed 5 times", thrown.getMessage());
        }
        ReadFaultException nobody = assertThrows(
                ReadFaultException.class,
                () -> Database.open(new HttpSource(URI.create("http://127.0.0.1:1/"), QUICK), OpenOptions.DEFAULT));
        assertSays("no connection", nobody.getMessage());
        assertSays("failed 5 times", nobody.getMessage());
    }

    @Test
    void aServerThatNeverAnswersIsAskedAFewTimes() throws IOException {
        String message = message(TRIES, (request, answer) -> {
            new CountDownLatch(1).await(); // until the server is closed
            return answer;
        });
        assertSays("no answer in time", message);
        assertSays("failed 5 times", message);
        assertSays(", byte ", message);
        assertSays(" bytes of the file of ", message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 77})
    void aWholeFileOfAnotherLengthIsAskedForAgain(int length) throws IOException {
        assertSays(
                "found " + length + " bytes (cut, or of another database",
                message(
                        TRIES,
                        (request, answer) -> new Answer(200, new byte[length], length, null, answer.version(), null)));
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
                    Prefetch.await(new Requests(QUICK).range(file, 99_999, 100)));
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
            try (Database remote = Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT)) {
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
