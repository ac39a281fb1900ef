package granary.builder;

/**
 * A parallel run of tasks that has ended.
 *
 * @param threads the threads that it could use
 * @param start when it began, in nanoseconds of {@link System#nanoTime}
 * @param nanos how long it took
 * @param busyNanos how long all threads together spent in tasks; the rest of their time they waited
 * @param tasks each task, by number; null unless the monitor asked for them
 */
public record TaskRun(int threads, long start, long nanos, long busyNanos, Tasks tasks) {
    /**
     * When each task ran. Tasks that were skipped because another failed took no time.
     *
     * @param worker its worker
     * @param start when it began, in nanoseconds of {@link System#nanoTime}
     * @param nanos how long it took
     * @param processorNanos how long its thread ran meanwhile: less where other programs take turns on the processors
     */
    @SuppressWarnings("ArrayRecordComponent") // there may be a million of them
    public record Tasks(int[] worker, long[] start, long[] nanos, long[] processorNanos) {
        Tasks(int count) {
            this(new int[count], new long[count], new long[count], new long[count]);
        }
    }

    /** Returns how long all threads together had nothing to do. */
    public long waitingNanos() {
        return threads * nanos - busyNanos;
    }
}
