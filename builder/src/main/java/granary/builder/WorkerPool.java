package granary.builder;

import granary.storage.Access;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Runs numbered tasks on a fixed number of threads. A thread takes the next task when it has finished one, so that none is idle
 * before the end. The caller's thread is one of them; all pools share the others. The pool checks the monitor before each
 * task and notifies it of the times, so a task should take some milliseconds. Any number of threads may use a pool at once.
 */
public final class WorkerPool {
    /** Idle threads live for a minute, so that the next phase need not start new ones. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("granary-", 1).daemon().factory());

    private static final ThreadMXBean THREAD_TIMES = ManagementFactory.getThreadMXBean();

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
     * Runs a task over 0 .. size - 1, split into ranges, and returns when all are done.
     *
     * @param size length of the range
     * @param length of each range; the last may be shorter
     * @param task safe to run on different ranges concurrently
     * @throws RuntimeException as {@link #run}
     */
    public void forRange(long size, long length, RangeTask task) {
        run(
                (size + length - 1) / length,
                (worker, number) -> task.run(number * length, Math.min(size, (number + 1) * length)));
    }

    /**
     * Runs the tasks 0 .. count - 1 and returns when all are done.
     *
     * @throws RuntimeException the first that a task threw; tasks not yet begun are skipped
     * @throws InternalError when a page of a mapped file could not be read
     * @throws OperationInterruptedException when the monitor stops the work
     */
    public void run(long count, Task task) {
        if (count > 0) {
            new Run(count, task).run();
        }
    }

    /** Runs tasks, begun in their order; otherwise as {@link #run(long, Task)}. */
    public void run(List<Runnable> tasks) {
        run(tasks.size(), (worker, number) -> tasks.get((int) number).run());
    }

    private final class Run {
        private final long count;
        private final Task task;
        private final int workers;
        private final AtomicLong next = new AtomicLong();
        private final LongAdder busy = new LongAdder();
        private final LongAdder processor = new LongAdder();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        /** The workers that have begun and not ended, and the caller. */
        private final Phaser working = new Phaser(1);

        Run(long count, Task task) {
            this.count = count;
            this.task = task;
            this.workers = (int) Math.min(threads, count);
        }

        void run() {
            long start = System.nanoTime();
            work(0);
            // The others still use memory that the caller may release. This wait ignores interrupts.
            working.arriveAndAwaitAdvance();
            long nanos = System.nanoTime() - start;
            monitor.ran(nanos, threads * nanos - busy.sum(), processor.sum());
            switch (failure.get()) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw new IllegalStateException(e);
            }
        }

        private void work(int worker) {
            try {
                // Each wakes two others, so that the last of many threads starts soon after the first.
                begin(2 * worker + 1);
                begin(2 * worker + 2);
                runTasks(worker);
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        }

        private void begin(int worker) {
            if (worker >= workers) {
                return;
            }
            working.register();
            try {
                THREADS.execute(() -> {
                    work(worker);
                    working.arriveAndDeregister();
                });
            } catch (RuntimeException | Error e) {
                working.arriveAndDeregister();
                throw e;
            }
        }

        private void runTasks(int worker) {
            long time = System.nanoTime();
            long processorStart = THREAD_TIMES.getCurrentThreadCpuTime();
            for (long number = next.getAndIncrement();
                    number < count && failure.get() == null;
                    number = next.getAndIncrement()) {
                monitor.check();
                task.run(worker, number);
                InternalError unread = Access.takeLateError();
                if (unread != null) {
                    throw unread;
                }
                long start = time;
                time = System.nanoTime();
                busy.add(time - start);
            }
            processor.add(THREAD_TIMES.getCurrentThreadCpuTime() - processorStart);
        }
    }
}
