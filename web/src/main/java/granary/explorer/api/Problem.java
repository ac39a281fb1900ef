package granary.explorer.api;

import granary.error.DamagedFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Why a request gets no answer, in the form of RFC 9457. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The messages about damaged chunks, which many requests meet. */
    private static final Set<String> DAMAGES = ConcurrentHashMap.newKeySet();

    private final int status;
    private final String title;
    private final String allowed;
    private final transient Map<String, Object> more;

    private Problem(int status, String title, String detail, Map<String, Object> more, String allowed) {
        super(detail, null, false, false);
        this.allowed = allowed;
        this.status = status;
        this.title = title;
        this.more = new TreeMap<>(more);
    }

    /** Returns 400: the request can never be answered. */
    public static Problem badRequest(String detail) {
        return of(400, "Bad request", detail);
    }

    /** Returns 404: there is nothing of that name here. */
    public static Problem notFound(String detail) {
        return notFound(detail, Map.of());
    }

    /**
     * Returns 404 with what there is instead.
     *
     * @param more further members of the answer
     */
    public static Problem notFound(String detail, Map<String, Object> more) {
        return new Problem(404, "Not found", detail, more, null);
    }

    /** Returns 405 with the methods that the address answers to. */
    public static Problem wrongMethod(String allowed) {
        return new Problem(405, "Method not allowed", "this address answers to " + allowed, Map.of(), allowed);
    }

    /** Returns 413: more was asked for than one request may. */
    public static Problem tooLarge(String detail) {
        return of(413, "Content too large", detail);
    }

    /** Returns 415: the body is not of the type that is wanted. */
    public static Problem wrongType(String wanted) {
        return of(415, "Unsupported media type", "the body must be " + wanted);
    }

    /** Returns 429: others are being served; the same request may succeed a second later. */
    public static Problem busy(String detail) {
        return of(429, "Too many requests", detail);
    }

    /**
     * Returns 503, and says on standard error why: a file is damaged, which is said once, the disk fails, or the server is being
     * stopped. Clients are not told where the files are.
     */
    public static Problem failure(RuntimeException e) {
        if (!(e instanceof DamagedFileException) || DAMAGES.add(e.getMessage())) {
            System.err.println("granary: " + e.getMessage());
        }
        return of(
                503,
                "Service unavailable",
                e instanceof DamagedFileException damage
                        ? fileName(damage) + " is damaged"
                                + (damage.offset() < 0 ? "" : " from byte " + damage.offset() + " on")
                                + "; whoever runs this server can mend it with granary repair"
                        : "the database cannot be read now");
    }

    private static String fileName(DamagedFileException damage) {
        return Path.of(damage.where()).getFileName().toString();
    }

    /** Returns a problem of the server's own. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, Map.of(), null);
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the methods that the address answers to, where the method was wrong. */
    public Optional<String> allowed() {
        return Optional.ofNullable(allowed);
    }

    /** Returns the members of the answer. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", status);
        json.put("title", title);
        json.put("detail", getMessage());
        json.putAll(more);
        return json;
    }
}
