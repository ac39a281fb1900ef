package granary.benchmarks;

import granary.engine.Engine;
import granary.engine.Report;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/** Ends a search when its thread has used its processor time, so that other work on the machine changes nothing. */
final class TimeControl {
    private static final long POLL_NANOS = 500_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long nanos;
    private volatile Search present;

    /** Gives each search some milliseconds of processor time. */
    TimeControl(long millis) {
        nanos = millis * 1_000_000;
        Thread watch = new Thread(this::watch);
        watch.setDaemon(true);
        watch.start();
    }

    private record Search(Engine.Run run, long thread, long end) {}

    /** Searches in this thread until the end, or until the time is used up. */
    Report search(Engine.Run run) {
        long end = threads.getCurrentThreadCpuTime() + nanos;
        present = new Search(run, Thread.currentThread().threadId(), end);
        return run.search(depth -> {});
    }

    private void watch() {
        while (true) {
            LockSupport.parkNanos(POLL_NANOS);
            Search now = present;
            if (now != null && threads.getThreadCpuTime(now.thread) >= now.end) {
                now.run.stop();
            }
        }
    }
}
