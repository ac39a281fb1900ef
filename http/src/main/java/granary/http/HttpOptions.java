package granary.http;

import java.time.Duration;
import java.util.Objects;

/**
 * Options for reading a database over HTTP.
 *
 * @param memory the most bytes of data that are kept in memory
 * @param timeout how long a server may take to begin an answer, and to send each {@value #SLOWEST} bytes of it
 * @param pause how long to wait before a request is repeated for the first time; each time takes twice as long
 */
public record HttpOptions(long memory, Duration timeout, Duration pause) {
    /** The fewest bytes in each time-out that a connection must carry. */
    static final int SLOWEST = 1 << 20;

    /** 64 MiB, 30 seconds, and a quarter of a second. */
    public static final HttpOptions DEFAULT = new HttpOptions(64 << 20, Duration.ofSeconds(30), Duration.ofMillis(250));

    /** Checks that nothing is missing. */
    public HttpOptions {
        Objects.requireNonNull(timeout);
        Objects.requireNonNull(pause);
    }
}
