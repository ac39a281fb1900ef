package granary.http;

import java.time.Duration;
import java.util.Objects;

/**
 * Options for reading a database over HTTP. Immutable: each {@code with} method returns a changed copy.
 *
 * @param memory the most bytes of data that are kept in memory
 * @param timeout how long a server may take to begin an answer, and to send each {@value #SLOWEST} bytes of it
 * @param pause how long to wait before a request is repeated for the first time; each time takes twice as long
 */
public record HttpOptions(long memory, Duration timeout, Duration pause) {
    /** The fewest bytes in each time-out that a connection must carry. */
    static final int SLOWEST = 1 << 20;

    private static final long MEBIBYTE = 1 << 20;

    /** 64 MiB, 30 seconds, and a quarter of a second. */
    public static final HttpOptions DEFAULT =
            new HttpOptions(64 * MEBIBYTE, Duration.ofSeconds(30), Duration.ofMillis(250));

    /** Checks that nothing is missing. */
    public HttpOptions {
        Objects.requireNonNull(timeout);
        Objects.requireNonNull(pause);
    }

    /** Sets the most bytes of data that are kept in memory. */
    public HttpOptions withMemory(long bytes) {
        return new HttpOptions(bytes, timeout, pause);
    }

    /** Sets how long a server may take, and the first pause before a request is repeated. */
    public HttpOptions withTimes(Duration newTimeout, Duration newPause) {
        return new HttpOptions(memory, newTimeout, newPause);
    }
}
