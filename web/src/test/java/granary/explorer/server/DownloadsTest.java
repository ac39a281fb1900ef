package granary.explorer.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.explorer.api.ServedFile;
import granary.testing.Thorough;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A download lasts as long as its client takes it, and no longer. */
class DownloadsTest {
    private static final int LENGTH = 20_000_000;
    /** More than a client that is too slow takes before it is cut off. */
    private static final int MUCH = 400_000;

    @TempDir
    private Path directory;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final List<Integer> parts = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private byte[] bytes;

    @BeforeEach
    void start() throws Exception {
        bytes = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            bytes[i] = (byte) (i * 31 >>> 3);
        }
        Path path = Files.write(directory.resolve("layer-001.granary"), bytes);
        ServedFile file = new ServedFile(path, LENGTH, "0".repeat(64), Files.getLastModifiedTime(path));
        Downloads downloads = new Downloads();
        Handler sending = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Response counted = new Response.Wrapper(request, response) {
                    @Override
                    public void write(boolean isLast, ByteBuffer part, Callback written) {
                        parts.add(part == null ? 0 : part.remaining());
                        super.write(isLast, part, written);
                    }
                };
                Request.addCompletionListener(request, failure -> ended.countDown());
                downloads.send(new Exchange(request, counted, callback), file);
                return true;
            }
        };
        Deadlines timely = new Deadlines(sending, Duration.ofSeconds(3), Duration.ofSeconds(3));
        connector.setIdleTimeout(600_000); // so that nothing else cuts it off
        connector.addBean(timely);
        server.addConnector(connector);
        server.setHandler(timely);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** It takes 20 KiB a second, so the file would take a quarter of an hour. */
    @Test
    @Thorough
    void aClientThatTakesLittleIsCutOffHoweverLongTheFileIs() throws Exception {
        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(4096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()));
            slow.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            int taken = 0;
            while (!ended.await(50, TimeUnit.MILLISECONDS) && taken < MUCH) {
                taken += slow.getInputStream().readNBytes(1024).length;
            }
            assertTrue(taken < MUCH, taken + " bytes");
            assertTrue(parts.stream().mapToLong(part -> part).sum() < LENGTH, "not the whole file");
        }
    }

    @Test
    void aClientHasMoreTimeWithEachPartThatItTakes() throws Exception {
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/"))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertArrayEquals(bytes, response.body());
        // One that takes as little as it may has time to take each.
        assertTrue(parts.stream().allMatch(part -> part <= 1 << 20), parts.toString());
        assertTrue(parts.size() > LENGTH >> 20, parts.toString());
    }
}
