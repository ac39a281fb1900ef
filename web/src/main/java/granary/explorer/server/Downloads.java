package granary.explorer.server;

import granary.explorer.api.Problem;
import granary.explorer.api.ServedFile;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.ResourceHttpContent;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ResourceService;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** Sends files of databases, whole or in ranges, a limited number at once. No thread waits for a slow client. */
final class Downloads {
    static final String TYPE = "application/octet-stream";

    private static final int MAX_DOWNLOADS = 16;
    /** The least rate of a client, in bytes a second, below which it is cut off, as soon as it is behind by the time that any answer has. */
    private static final long SLOWEST = 64 * 1024;

    private final Semaphore places = new Semaphore(MAX_DOWNLOADS);
    private final ResourceService service = new ResourceService();

    Downloads() {
        service.setAcceptRanges(true);
        service.setEtags(true);
    }

    /**
     * Sends a file.
     *
     * @throws Problem when too many are being sent, or the file has changed
     */
    void send(Exchange exchange, ServedFile file) {
        if (!file.isUnchanged()) {
            throw Problem.of(
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    "Service unavailable",
                    "the file has changed since the server was started");
        }
        if (!places.tryAcquire()) {
            throw Problem.busy(MAX_DOWNLOADS + " files are being sent, which is all that may; try again in a second");
        }
        Request request = exchange.request();
        Request.addCompletionListener(request, failure -> places.release());
        exchange.header(HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS, "ETag, Content-Range, Content-Length");
        Content content = new Content(file);
        service.doGet(plain(request, content.tag.getValue()), new Taken(exchange), exchange.callback(), content);
    }

    /** The answer, which has more time with each part that the client takes. */
    private static final class Taken extends Response.Wrapper {
        Taken(Exchange exchange) {
            super(exchange.request(), exchange.response());
        }

        @Override
        public void write(boolean isLast, ByteBuffer part, Callback callback) {
            long bytes = part == null ? 0 : part.remaining();
            Runnable taken = () -> Deadlines.prolong(getRequest(), Duration.ofMillis(1000 * bytes / SLOWEST));
            super.write(isLast, part, Callback.from(taken, callback));
        }
    }

    /** Takes from a request a range that Jetty would not ignore: not of bytes, or of another version, or where no body is asked for. */
    private static Request plain(Request request, String tag) {
        HttpFields.Mutable headers = HttpFields.build(request.getHeaders());
        String range = headers.get(HttpHeader.RANGE);
        String wanted = headers.get(HttpHeader.IF_RANGE);
        boolean isOfBytes = range != null && range.startsWith("bytes=");
        boolean isOfSame = wanted == null || wanted.equals(tag);
        if (!isOfBytes || !isOfSame || HttpMethod.HEAD.is(request.getMethod())) {
            headers.remove(HttpHeader.RANGE);
        }
        return new Request.Wrapper(request) {
            @Override
            public HttpFields getHeaders() {
                return headers;
            }
        };
    }

    /** The file as Jetty reads it; its digest is the ETag. */
    private static final class Content extends HttpContent.Wrapper {
        private final HttpField tag;

        Content(ServedFile file) {
            super(new ResourceHttpContent(ResourceFactory.root().newResource(file.path()), TYPE));
            tag = new HttpField(HttpHeader.ETAG, '"' + file.digest() + '"');
        }

        @Override
        public HttpField getETag() {
            return tag;
        }
    }
}
