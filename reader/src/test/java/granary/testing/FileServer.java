package granary.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web server of a directory that answers range requests as a static host does, and writes down what it was asked for. */
public final class FileServer implements AutoCloseable {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

    private final Path directory;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile Fault fault = (request, answer) -> answer;
    private volatile boolean stalls;
    private final String versionHeader;

    /**
     * A request.
     *
     * @param name the file's name
     * @param from offset of the first byte, -1 for the whole file
     * @param length how many bytes
     * @param isFresh whether no copy will do that something between has kept
     */
    public record Asked(String name, long from, int length, boolean isFresh) {
        /** Returns whether it asks for part of a file. */
        public boolean isRange() {
            return from >= 0;
        }
    }

    /** An answer; null in place of a header leaves it away. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
    public record Answer(int status, byte[] body, int announced, String range, String version, String retryAfter) {
        /** Returns another status without a body. */
        public Answer withStatus(int other) {
            return new Answer(other, new byte[0], 0, null, null, retryAfter);
        }

        /** Returns the answer with the header Retry-After. */
        public Answer withRetryAfter(String value) {
            return new Answer(status, body, announced, range, version, value);
        }

        /** Returns other bytes of the same number, or fewer, after which the connection ends. */
        public Answer withBody(byte... other) {
            return new Answer(status, other, announced, range, version, retryAfter);
        }

        /** Returns another length in the header Content-Length. */
        public Answer withAnnounced(int length) {
            return new Answer(status, body, length, range, version, retryAfter);
        }

        /** Returns another header Content-Range. */
        public Answer withRange(String other) {
            return new Answer(status, body, announced, other, version, retryAfter);
        }

        /** Returns another version. */
        public Answer withVersion(String other) {
            return new Answer(status, body, announced, range, other, retryAfter);
        }
    }

    /** Changes answers. */
    @FunctionalInterface
    public interface Fault {
        /** Returns the answer to be sent; null ends the connection instead. */
        Answer change(Asked request, Answer answer) throws InterruptedException;
    }

    /** Starts a server of a directory, on any free port. */
    public FileServer(Path directory) throws IOException {
        this(directory, "ETag");
    }

    /** Starts a server that tells the version of a file in a header of any name. */
    public FileServer(Path directory, String versionHeader) throws IOException {
        this.versionHeader = versionHeader;
        this.directory = directory;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/db/", this::answer);
        server.start();
    }

    /** Returns the directory's address. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/db/");
    }

    /** From now on changes answers. */
    public void setFault(Fault wanted) {
        fault = wanted;
    }

    /** From now on, after a body that is shorter than announced, nothing more comes for a minute, not even the connection's end. */
    public void stall() {
        stalls = true;
    }

    /** Returns the requests since the last call, and forgets them. */
    public List<Asked> takeAsked() {
        List<Asked> all = List.copyOf(asked);
        asked.clear();
        return all;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String name = exchange.getRequestURI().getPath().substring("/db/".length());
            String range = exchange.getRequestHeaders().getFirst("Range");
            Matcher matcher = RANGE.matcher(range == null ? "" : range);
            boolean isRange = matcher.matches();
            long from = isRange ? Long.parseLong(matcher.group(1)) : -1;
            int length = isRange ? (int) (Long.parseLong(matcher.group(2)) - from + 1) : 0;
            String caching = exchange.getRequestHeaders().getFirst("Cache-Control");
            Asked request = new Asked(name, from, length, "no-cache".equals(caching));
            asked.add(request);
            Answer answer = fault.change(request, honest(request));
            if (answer != null) {
                send(exchange, answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer honest(Asked request) throws IOException {
        Path file = directory.resolve(request.name);
        if (!Files.isRegularFile(file)) {
            return new Answer(404, new byte[0], 0, null, null, null);
        }
        byte[] all = Files.readAllBytes(file);
        String version = "\"" + Arrays.hashCode(all) + "\"";
        if (!request.isRange()) {
            return new Answer(200, all, all.length, null, version, null);
        }
        byte[] part =
                Arrays.copyOfRange(all, (int) request.from, (int) Math.min(all.length, request.from + request.length));
        String range = "bytes " + request.from + "-" + (request.from + part.length - 1) + "/" + all.length;
        return new Answer(206, part, part.length, range, version, null);
    }

    private void send(HttpExchange exchange, Answer answer) throws IOException, InterruptedException {
        put(exchange, "Content-Range", answer.range);
        put(exchange, versionHeader, answer.version);
        put(exchange, "Retry-After", answer.retryAfter);
        exchange.sendResponseHeaders(answer.status, answer.announced == 0 ? -1 : answer.announced);
        if (answer.announced != 0) {
            OutputStream out = exchange.getResponseBody();
            out.write(answer.body, 0, Math.min(answer.body.length, answer.announced));
            if (answer.body.length >= answer.announced) {
                out.close();
            } else if (stalls) {
                out.flush();
                TimeUnit.MINUTES.sleep(1);
            }
        }
    }

    private static void put(HttpExchange exchange, String name, String value) {
        if (value != null) {
            exchange.getResponseHeaders().set(name, value);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
