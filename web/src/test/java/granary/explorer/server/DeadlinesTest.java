package granary.explorer.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private static final String UNFINISHED = "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ";

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        Deadlines timely = new Deadlines(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) {
                        if (request.getHttpURI().getPath().equals("/never")) {
                            return true;
                        }
                        response.setStatus(204);
                        callback.succeeded();
                        return true;
                    }
                },
                Duration.ofSeconds(2),
                Duration.ofSeconds(2));
        connector.addBean(timely);
        server.addConnector(connector);
        server.setHandler(timely);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void aClientThatSendsAHeadByteByByteIsCutOff() throws Exception {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            boolean isCutOff = false;
            try {
                // Fewer bytes than a head may have.
                for (int i = 0; i < 2000; i++) {
                    slow.getOutputStream().write(i < UNFINISHED.length() ? UNFINISHED.charAt(i) : 'x');
                    Thread.sleep(10);
                }
            } catch (SocketException e) {
                isCutOff = true;
            }
            assertTrue(isCutOff);
        }
    }

    @Test
    void aClientMayUseItsConnectionAgain() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
                assertEquals("HTTP/1.1 204 No Content", line(socket.getInputStream()));
                while (!line(socket.getInputStream()).isEmpty()) {
                    // The rest of the head.
                }
            }
        }
    }

    @Test
    void anAnswerThatDoesNotEndIsCutOff() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(REQUEST.replace("/ H", "/never H").getBytes(StandardCharsets.US_ASCII));
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read >= 0 && read != '\n'; read = in.read()) {
            line.append((char) read);
        }
        return line.toString().strip();
    }
}
