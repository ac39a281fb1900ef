package granary.builder.store;

import java.time.Instant;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The fields of a builder's mark file. One process writes them, others read them while it runs.
 *
 * <pre>
 * 0 version i32, 8 time stamp i64 (milliseconds of the last sign of life, 0 when the builder ended),
 * 16 process id i64, 24 start i64 (milliseconds)
 * </pre>
 */
public final class BuilderMark {
    static final int VERSION_AT = 0;
    static final int TIMESTAMP_AT = 8;
    static final int LENGTH = 4096;
    static final int VERSION = 1;

    private static final int PROCESS_AT = 16;
    private static final int STARTED_AT = 24;

    private final UnsafeBuffer buffer;

    BuilderMark(UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    void begin(long processId, Instant started) {
        buffer.putLongOrdered(PROCESS_AT, processId);
        buffer.putLongOrdered(STARTED_AT, started.toEpochMilli());
    }

    /** Returns the builder's process id. */
    public long processId() {
        return buffer.getLongVolatile(PROCESS_AT);
    }

    /** Returns when the builder began. */
    public Instant started() {
        return Instant.ofEpochMilli(buffer.getLongVolatile(STARTED_AT));
    }
}
