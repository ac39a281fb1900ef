package granary.builder;

/**
 * A parallel run of tasks that has ended.
 *
 * @param threads the number of threads that it could use
 * @param start when it began, in nanoseconds of {@link System#nanoTime}
 * @param nanos its duration
 * @param busyNanos the time that all threads together spent in tasks; they waited for the rest of the duration
 * @param tasks each task, by number; null unless the monitor asked for them
 */
public record TaskRun(int threads, long start, long nanos, long busyNanos, Tasks tasks) {
    /**
     * When each task ran. Tasks that were skipped because another failed took no time.
     *
     * @param worker the worker that ran it
     * @param start when it began, in nanoseconds of {@link System#nanoTime}
     * @param nanos its duration
     * @param processorNanos the processor time of its thread: less than the duration when other programs share the processors
     */
    @SuppressWarnings("ArrayRecordComponent") // there may be a million of them
    public record Tasks(int[] worker, long[] start, long[] nanos, long[] processorNanos) {
        Tasks(int count) {
            this(new int[count], new long[count], new long[count], new long[count]);
        }
    }

    /** Returns the time that all threads together waited. */
    public long waitingNanos() {
        return threads * nanos - busyNanos;
    }
}
