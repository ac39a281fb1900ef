package granary.builder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs numbered tasks on a fixed number of threads. Each thread takes the next task when it has finished one, so that none
 * is idle before the end. The caller's thread is one of them; the others live as long as the call. The monitor is checked
 * before each task, so a task should take some milliseconds.
 *
 * <p>An executor of the JDK would replace only the starting and joining of threads: its tasks know neither their worker,
 * whose buffers they use, nor the monitor.
 */
public final class WorkerPool {
    private final int threads;
    private final Monitor monitor;

    /**
     * Creates a pool.
     *
     * @param threads number of threads, 1 or more
     * @param monitor checked before each task
     */
    public WorkerPool(int threads, Monitor monitor) {
        this.threads = threads;
        this.monitor = monitor;
    }

    /** A numbered task. */
    @FunctionalInterface
    public interface Task {
        /**
         * Runs the task.
         *
         * @param worker 0 .. threads - 1; no two tasks run under the same number at the same time
         * @param number the task's number
         */
        void run(int worker, long number);
    }

    /** A task over part of a range. */
    @FunctionalInterface
    public interface RangeTask {
        /** Processes {@code from} (inclusive) to {@code to} (exclusive). */
        void run(long from, long to);
    }

    /** Returns the number of threads. */
    public int threads() {
        return threads;
    }

    /**
     * Runs a task over 0 .. size - 1, split into chunks, and returns when all are done.
     *
     * @param size length of the range
     * @param chunk length of each chunk; the last may be shorter
     * @param task safe to run on different chunks concurrently
     * @throws RuntimeException as {@link #run}
     */
    public void forRange(long size, long chunk, RangeTask task) {
        run(
                (size + chunk - 1) / chunk,
                (worker, number) -> task.run(number * chunk, Math.min(size, (number + 1) * chunk)));
    }

    /**
     * Runs the tasks 0 .. count - 1 and returns when all are done.
     *
     * @throws RuntimeException the first that a task threw; tasks not yet begun are skipped
     * @throws OperationInterruptedException when the monitor stops the work
     */
    public void run(long count, Task task) {
        AtomicLong next = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, count); i++) {
            int worker = i;
            others.add(Thread.ofPlatform()
                    .name("granary-" + worker)
                    .daemon()
                    .start(() -> runTasks(worker, count, next, failure, task)));
        }
        runTasks(0, count, next, failure, task);
        for (Thread thread : others) {
            join(thread);
        }
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private void runTasks(int worker, long count, AtomicLong next, AtomicReference<Throwable> failure, Task task) {
        try {
            for (long number = next.getAndIncrement();
                    number < count && failure.get() == null;
                    number = next.getAndIncrement()) {
                monitor.check();
                task.run(worker, number);
            }
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    /** Waits for a thread to end, through interrupts, which are noted. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // The thread still uses memory that the caller may release: wait, and restore the flag after.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
