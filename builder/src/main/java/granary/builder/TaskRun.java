package granary.builder;

/**
 * A parallel run of tasks that has ended.
 *
 * @param threads the number of threads that it could use
 * @param nanos its duration
 * @param busyNanos the time that all threads together spent in tasks; they waited for the rest of the duration
 * @param processorNanos the processor time of all threads together: less than that where other programs share the processors
 */
public record TaskRun(int threads, long nanos, long busyNanos, long processorNanos) {
    /** Returns the time that all threads together waited. */
    public long waitingNanos() {
        return threads * nanos - busyNanos;
    }
}
