package granary.builder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A number of threads that take tasks one by one, so that none waits long at the end. The caller's thread is one of them;
 * the others live as long as a call. Before each task the monitor is asked whether to go on, so a task should take some
 * milliseconds.
 */
public final class WorkerPool {
    private final int threads;
    private final Monitor monitor;

    /**
     * Makes a pool.
     *
     * @param threads how many threads, 1 or more
     * @param monitor asked before each task
     */
    public WorkerPool(int threads, Monitor monitor) {
        this.threads = threads;
        this.monitor = monitor;
    }

    /** What is done for each task. */
    @FunctionalInterface
    public interface Work {
        /**
         * Does a task.
         *
         * @param worker 0 .. threads - 1; no two tasks run under the same number at a time
         * @param number the task's number
         */
        void task(int worker, long number);
    }

    /** Works on part of a range. */
    @FunctionalInterface
    public interface RangeWork {
        /** Works on {@code from} (included) to {@code to} (excluded). */
        void part(long from, long to);
    }

    /** Returns the number of threads. */
    public int threads() {
        return threads;
    }

    /**
     * Works on 0 .. size - 1, part by part, and returns when all of it is done.
     *
     * @param size length of the range
     * @param part length of each part; the last may be shorter
     * @param work the work, safe to run on different parts at once
     * @throws RuntimeException as {@link #run}
     */
    public void forRange(long size, long part, RangeWork work) {
        run(
                (size + part - 1) / part,
                (worker, number) -> work.part(number * part, Math.min(size, (number + 1) * part)));
    }

    /**
     * Runs the tasks 0 .. count - 1 and returns when all are done.
     *
     * @throws RuntimeException the first that a task threw; tasks not yet begun are left out
     * @throws OperationInterruptedException when the monitor says so
     */
    public void run(long count, Work work) {
        AtomicLong next = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, count); i++) {
            int worker = i;
            others.add(Thread.ofPlatform()
                    .name("granary-" + worker)
                    .daemon()
                    .start(() -> share(worker, count, next, failure, work)));
        }
        share(0, count, next, failure, work);
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

    private void share(int worker, long count, AtomicLong next, AtomicReference<Throwable> failure, Work work) {
        try {
            for (long number = next.getAndIncrement();
                    number < count && failure.get() == null;
                    number = next.getAndIncrement()) {
                monitor.check();
                work.task(worker, number);
            }
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // The other threads still write to memory that the caller may release: wait, and pass it on after.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
