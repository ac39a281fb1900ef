package granary.http;

import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks a web server for bytes of files. An answer is used only if it is what was asked for: the range, the length of the file, and its
 * version ({@code ETag} or {@code Last-Modified}). Any number of threads may use it.
 */
final class Requests {
    /** The most requests that are under way at a time. Servers allow a hundred or more in one connection of HTTP/2. */
    private static final int AT_ONCE = 64;

    /** The most times that a request is sent. */
    private static final int TRIES = 5;

    /** The longest that a server may make this program wait. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** The longest file that is taken whole from a server that does not give ranges of it. */
    private static final int SMALL = 1 << 20;

    private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504);
    private static final Set<Integer> ABSENT = Set.of(404, 410);
    private static final Pattern CONTENT_RANGE =
            Pattern.compile("bytes ([0-9]{1,18}-[0-9]{1,18})/([0-9]{1,18}|\\*)", Pattern.CASE_INSENSITIVE);
    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int OTHER_VERSION = 412;
    private static final int OUT_OF_RANGE = 416;

    /**
     * The client of all open databases of the process: Java 17 cannot close one, so that each of many would leave its threads and
     * connections behind. Null if there is none.
     */
    private static HttpClient shared;
    /** The number of users that share it. */
    private static int users;

    private final HttpOptions options;
    private final HttpClient client = share();
    /** One for each request that is under way; the others wait. */
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            AT_ONCE, AT_ONCE, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Requests::thread);

    private volatile boolean isClosed;

    Requests(HttpOptions options) {
        this.options = options;
        threads.allowCoreThreadTimeOut(true);
    }

    /** Makes a thread that does not keep the process alive. */
    static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "granary-http");
        thread.setDaemon(true);
        return thread;
    }

    /** Asks for a small file as a whole, as it is now. See {@link #isAbsent}. */
    CompletableFuture<byte[]> whole(URI address, int most) {
        return answer(new Request(address, null, 0, most));
    }

    /**
     * Asks for bytes of a file.
     *
     * @param from offset of the first
     * @param length how many, all within the file
     */
    CompletableFuture<byte[]> range(HttpFile file, long from, int length) {
        return answer(new Request(file.address, file, from, length));
    }

    private CompletableFuture<byte[]> answer(Request request) {
        try {
            return CompletableFuture.supplyAsync(request::answer, threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(request.closed());
        }
    }

    /** Returns whether a request failed because the server does not have the file. */
    static boolean isAbsent(Throwable failure) {
        return failure.getCause() instanceof Fault fault && fault.kind == Kind.ABSENT;
    }

    private static synchronized HttpClient share() {
        users++;
        if (shared == null) {
            shared = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
        }
        return shared;
    }

    /** Leaves the shared client, and returns it if it can be closed and nobody else uses it. */
    private static synchronized AutoCloseable leaveShared() {
        Object last = shared; // AutoCloseable since Java 21
        if (--users > 0 || !(last instanceof AutoCloseable closing)) {
            return () -> {};
        }
        shared = null;
        return closing;
    }

    /** Ends what is under way. The client's connections end with the last user; in Java 17 they serve the next one, or end when idle. */
    void close() {
        synchronized (threads) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        threads.shutdownNow().forEach(Runnable::run); // each says that it is closed
        try {
            leaveShared().close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The fault of an answer. */
    private static final class Fault extends IOException {
        private static final long serialVersionUID = 1L;

        private final Kind kind;
        /** The time that the server asks clients to wait (Retry-After). */
        private final transient Duration pause;

        Fault(Kind kind, String message, Duration pause) {
            super(message);
            this.kind = kind;
            this.pause = pause;
        }

        /** Returns whether the server wants to be left alone for longer than anybody waits. */
        boolean asksForPatience() {
            return pause != null && pause.compareTo(PATIENCE) > 0;
        }

        boolean mayPass() {
            return (kind == Kind.PASSING || kind == Kind.LENGTH) && !asksForPatience();
        }
    }

    private enum Kind {
        /** Asking again may help. */
        PASSING,
        /** The file has another length than the manifest lists; a cache may have had an old one. */
        LENGTH,
        ABSENT,
        CHANGED,
        REFUSED
    }

    /** A request that is sent until it is answered. */
    private final class Request {
        private final URI address;
        /** Null when the whole file is asked for, whatever its length. */
        private final HttpFile file;

        private final long from;
        private final int length;

        Request(URI address, HttpFile file, long from, int length) {
            this.address = address;
            this.file = file;
            this.from = from;
            this.length = length;
        }

        /** Sends the request until it is answered, and returns the bytes. */
        byte[] answer() {
            try {
                for (int tries = 1; ; tries++) {
                    Fault fault;
                    try {
                        return ask();
                    } catch (ExecutionException | TimeoutException e) {
                        fault = faultOf(e);
                    }
                    if (!fault.mayPass() || tries == TRIES) {
                        throw isClosed ? closed() : exception(fault, tries);
                    }
                    long pause = options.pause().multipliedBy(1L << (tries - 1)).toMillis();
                    long millis = pause / 2 + ThreadLocalRandom.current().nextLong(pause + 1);
                    Thread.sleep(fault.pause == null ? millis : Math.max(millis, fault.pause.toMillis()));
                }
            } catch (InterruptedException e) { // by close
                throw closed();
            }
        }

        private byte[] ask() throws ExecutionException, TimeoutException, InterruptedException {
            if (isClosed) {
                throw closed();
            }
            // Java's client completes what it returns in the common pool, whose threads may all wait for this answer.
            // So this waits for the body itself.
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            CompletableFuture<?> sent = client.sendAsync(message(), response -> body(response, answer));
            var unused = sent.whenComplete((response, failure) -> {
                if (failure != null) {
                    answer.completeExceptionally(failure);
                }
            });
            try {
                return answer.get(
                        options.timeout().toMillis() * (2 + length / HttpOptions.SLOWEST), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | InterruptedException e) {
                sent.cancel(true);
                throw e;
            }
        }

        private HttpRequest message() {
            boolean isSecure = "https".equalsIgnoreCase(address.getScheme());
            HttpRequest.Builder message = HttpRequest.newBuilder(address)
                    .timeout(options.timeout())
                    .version(isSecure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                    .header("Accept-Encoding", "identity");
            if (file != null) {
                message.header("Range", "bytes=" + from + "-" + (from + length - 1));
            }
            if (file == null || file.isFresh) {
                message.header("Cache-Control", "no-cache");
            }
            return message.build();
        }

        private HttpResponse.BodySubscriber<byte[]> body(
                HttpResponse.ResponseInfo response, CompletableFuture<byte[]> answer) {
            boolean isWhole = file != null && response.statusCode() == OK;
            Fault fault = fault(response.statusCode(), response.headers());
            int wanted = isWhole ? (int) file.length : length;
            ExactBody body = new ExactBody(fault == null ? wanted : 0, file != null);
            if (fault != null) {
                body.onError(fault);
            }
            var unused = body.getBody().whenComplete((bytes, failure) -> {
                if (failure != null) {
                    answer.completeExceptionally(failure);
                } else {
                    answer.complete(isWhole ? Arrays.copyOfRange(bytes, (int) from, (int) from + length) : bytes);
                }
            });
            return body;
        }

        /** Returns the fault of an answer that its headers show, or null. */
        private Fault fault(int status, HttpHeaders headers) {
            if (ABSENT.contains(status)) {
                return new Fault(Kind.ABSENT, "status " + status, null);
            }
            if (status == OUT_OF_RANGE && file != null && !file.isKnown()) {
                return new Fault(Kind.LENGTH, "a shorter one", null);
            }
            if (status == OUT_OF_RANGE || status == OTHER_VERSION) {
                return new Fault(Kind.CHANGED, "status " + status, null);
            }
            if (status != OK && status != PARTIAL) {
                return new Fault(
                        PASSING.contains(status) ? Kind.PASSING : Kind.REFUSED, "status " + status, pause(headers));
            }
            String encoding = headers.firstValue("Content-Encoding").orElse("identity");
            if (!encoding.equals("identity")) {
                return new Fault(Kind.REFUSED, "an answer in the encoding " + encoding, null);
            }
            return file == null ? null : wrongRange(status, headers);
        }

        private Fault wrongRange(int status, HttpHeaders headers) {
            if (status == OK) {
                long all = headers.firstValueAsLong("Content-Length").orElse(-1);
                if (all > SMALL || all < 0) {
                    return new Fault(Kind.REFUSED, "the whole file: the server does not answer range requests", null);
                }
                if (all != file.length) {
                    return new Fault(Kind.LENGTH, all + " bytes", null);
                }
            } else {
                String range = headers.firstValue("Content-Range").orElse("none");
                Matcher words = CONTENT_RANGE.matcher(range);
                String expected = from + "-" + (from + length - 1);
                String all = Long.toString(file.length);
                if (words.matches()
                        && !words.group(2).equals("*")
                        && !words.group(2).equals(all)) {
                    return new Fault(Kind.LENGTH, words.group(2) + " bytes", null);
                }
                if (!words.matches() || !words.group(1).equals(expected)) {
                    return new Fault(
                            Kind.PASSING,
                            "the range '" + range + "' instead of 'bytes " + expected + "/" + all + "'",
                            null);
                }
            }
            String version = headers.firstValue("ETag")
                    .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                    .or(() -> headers.firstValue("Last-Modified"))
                    .orElse(null);
            if (version == null) { // parts of two files could not be told apart
                return new Fault(Kind.REFUSED, "neither ETag nor Last-Modified", null);
            }
            return file.isSame(version) ? null : new Fault(Kind.CHANGED, "another version, " + version, null);
        }

        IllegalStateException closed() {
            return new IllegalStateException(address + " is closed");
        }

        private DatabaseException exception(Fault fault, int tries) {
            if (fault.kind == Kind.LENGTH) {
                return new DamagedFileException(
                        address.toString(),
                        -1,
                        "a file of " + file.length + " bytes",
                        fault.getMessage(),
                        "cut, or of another database; copy the file there again");
            }
            String cause = switch (fault.kind) {
                case ABSENT -> "not there, or not copied with the others";
                case CHANGED -> "the file was replaced while the database was open; open it again";
                case REFUSED -> "see docs/http.md for what a server must answer";
                default ->
                    fault.asksForPatience()
                            ? "the server is busy (Retry-After: " + fault.pause.toSeconds() + " s); try again later"
                            : "the server or the network failed " + tries + " times; try again later";
            };
            ReadFaultException exception = new ReadFaultException(
                    address.toString(),
                    file == null ? -1 : from,
                    file == null ? "the file" : length + " bytes of the file of " + file.length,
                    fault.getMessage(),
                    cause);
            exception.initCause(fault);
            return exception;
        }
    }

    /** Returns the failure: the fault of an answer, or the reason why none came, which may pass. */
    private static Fault faultOf(Throwable failure) {
        Throwable root = failure;
        while (!(root instanceof Fault) && root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof Fault fault) {
            return fault;
        }
        boolean isLate = root instanceof TimeoutException || root instanceof HttpTimeoutException;
        Fault fault = new Fault(
                root instanceof IOException || isLate ? Kind.PASSING : Kind.REFUSED,
                isLate
                        ? "no answer in time"
                        : root instanceof ClosedChannelException ? "no connection" : "no answer: " + root,
                null);
        fault.initCause(failure);
        return fault;
    }

    /** Returns the time after which a server allows another try; null if it names none in seconds. */
    private static Duration pause(HttpHeaders headers) {
        String seconds = headers.firstValue("Retry-After").orElse("").strip();
        return seconds.matches("[0-9]{1,9}") ? Duration.ofSeconds(Long.parseLong(seconds)) : null;
    }
}
