package granary.explorer.server;

import granary.command.kit.Json;
import granary.explorer.api.Problem;
import granary.format.FileDigest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A request and the means to answer it, once. Answers are written without waiting for a slow reader. */
record Exchange(Request request, Response response, Callback callback) {
    static final String JSON = "application/json";

    private static final String PROBLEM = "application/problem+json";
    /** Bytes of a digest that stand for a body. */
    private static final int TAG_BYTES = 12;

    static byte[] json(Object value) {
        return (Json.line(value) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a tag that bodies share only when they are the same. */
    static String tag(byte[] body) {
        return HexFormat.of().formatHex(FileDigest.sha256().digest(body), 0, TAG_BYTES);
    }

    void header(HttpHeader name, String value) {
        response.getHeaders().put(name, value);
    }

    /** Sends a body, or 304 when the client has it already. */
    void sendTagged(String type, byte[] body, String tag) {
        header(HttpHeader.ETAG, '"' + tag + '"');
        String known = request.getHeaders().get(HttpHeader.IF_NONE_MATCH);
        // A compressed answer's tag has a suffix.
        if (known != null && (known.equals("*") || known.contains('"' + tag))) {
            response.setStatus(HttpStatus.NOT_MODIFIED_304);
            response.write(true, null, callback);
        } else {
            send(HttpStatus.OK_200, type, body);
        }
    }

    void send(int status, String type, byte[] body) {
        response.setStatus(status);
        header(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    void send(Problem problem) {
        header(HttpHeader.CACHE_CONTROL, "no-store");
        if (problem.status() == HttpStatus.TOO_MANY_REQUESTS_429) {
            header(HttpHeader.RETRY_AFTER, "1");
        }
        problem.allowed().ifPresent(allowed -> header(HttpHeader.ALLOW, allowed));
        send(problem.status(), PROBLEM, json(problem.toJson()));
    }
}
