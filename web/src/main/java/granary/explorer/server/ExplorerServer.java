package granary.explorer.server;

import granary.builder.resource.ResourceNeeds;
import granary.database.Listing;
import granary.explorer.api.Api;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP server. What a client can make it hold is limited: connections, threads, bytes, time.
 *
 * <p>Threads are the platform's: a lookup that waits for the disk blocks the thread that makes it, as a page fault does,
 * and would block a virtual thread's carrier. What waits for a client, the reading of a body and the writing of an answer,
 * needs no thread.
 */
public final class ExplorerServer implements AutoCloseable {
    /** The most connections; beyond it none is accepted until one is closed. */
    private static final int MAX_CONNECTIONS = 2000;

    private static final int MAX_THREADS = 64;
    /** The most requests that are being answered. */
    private static final int MAX_REQUESTS = 256;
    /** The most requests that wait for others, and for how long. */
    private static final int MAX_WAITING = 1000;

    private static final Duration MAX_WAIT = Duration.ofSeconds(2);
    /** The most bytes of a request's line and headers. */
    private static final int MAX_HEADERS = 8 * 1024;

    private static final Duration IDLE = Duration.ofSeconds(20);
    /** The longest that a request may take from its head to the end of its answer, however slow its client. */
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private static final Duration STOPPING = Duration.ofSeconds(5);

    static {
        // Jetty pads its queue by this many references. To find the number it starts all of JMX, a quarter of the
        // start of a server. 16 compressed references fill a cache line of 64 bytes.
        String padding = "org.eclipse.jetty.util.referencesPerCacheLine";
        System.setProperty(padding, System.getProperty(padding, "16"));
    }

    /** Bytes of heap of a connection, with what it has read and not yet written. */
    private static final long CONNECTION_HEAP = 48L << 10;

    private final Server server;
    private final ServerConnector connector;

    /**
     * Makes a server, which {@link #start} opens.
     *
     * @param host the address to listen on
     * @param port the port, 0 for any that is free
     */
    public ExplorerServer(Api api, String host, int port) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("explorer");
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEADERS);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, connector));
        server.setErrorHandler(new Problems());
        server.setStopTimeout(STOPPING.toMillis());
        Metrics metrics = new Metrics();
        Deadlines timely = new Deadlines(limited(compressed(new Site(api, metrics))), IDLE, ANSWER);
        connector.addBean(timely);
        server.setHandler(new GracefulHandler(measured(metrics, timely)));
    }

    /**
     * Returns the resources for serving databases to the greatest number of clients at once.
     *
     * @param databases what each database has
     */
    public static ResourceNeeds needs(List<Listing> databases) {
        return needs(databases, MAX_THREADS, MAX_CONNECTIONS);
    }

    static ResourceNeeds needs(List<Listing> databases, int requests, int connections) {
        return Api.needs(databases, requests).and(ResourceNeeds.of(connections * CONNECTION_HEAP, connections));
    }

    private static Handler limited(Handler handler) {
        SizeLimitHandler sized = new SizeLimitHandler(Api.MAX_BODY, -1);
        sized.setHandler(handler);
        QoSHandler limited = new QoSHandler(sized);
        limited.setMaxRequestCount(MAX_REQUESTS);
        limited.setMaxSuspendedRequestCount(MAX_WAITING);
        limited.setMaxSuspend(MAX_WAIT);
        limited.setRejectStatusCode(HttpStatus.TOO_MANY_REQUESTS_429);
        return limited;
    }

    private static Handler compressed(Handler handler) {
        CompressionHandler compressed = new CompressionHandler(handler);
        compressed.putCompression(new GzipCompression());
        compressed.putConfiguration(
                "/*",
                CompressionConfig.builder()
                        .defaults()
                        .compressIncludeMethod("POST")
                        .compressExcludeMimeType(Downloads.TYPE)
                        .build());
        return compressed;
    }

    private static Handler measured(Metrics metrics, Handler handler) {
        return new Handler.Wrapper(handler) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                long begun = System.nanoTime();
                metrics.begin();
                Request.addCompletionListener(request, failure -> {
                    Object route = request.getAttribute(Site.ROUTE);
                    metrics.end(
                            route == null ? "none" : route.toString(), response.getStatus(), System.nanoTime() - begun);
                });
                return super.handle(request, response, callback);
            }
        };
    }

    /**
     * Begins to listen.
     *
     * @throws IOException when it cannot listen on the address
     */
    public void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            close();
            throw e;
        } catch (Exception e) {
            close();
            throw new IllegalStateException("the server does not start", e);
        }
    }

    /** Returns the address of the page. */
    public URI uri() {
        String host = connector.getHost();
        boolean isAnywhere = host == null || host.equals("0.0.0.0") || host.equals("::");
        String name = isAnywhere ? "localhost" : host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + name + ":" + connector.getLocalPort() + "/");
    }

    /** Stops the server when the process gets a signal to end. Requests under way are answered first. */
    public void stopAtShutdown() {
        server.setStopAtShutdown(true);
    }

    /** Waits until the server has stopped. */
    public void join() throws InterruptedException {
        server.join();
    }

    /** Stops: accepts nothing new, and waits a few seconds for the answers that are under way. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop", e);
        }
    }
}
