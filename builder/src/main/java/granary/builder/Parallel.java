package granary.builder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the parts of a range on several threads, handed out one by one so that none waits at the end. */
public final class Parallel {
    private Parallel() {}

    /** Works on part of a range. */
    @FunctionalInterface
    public interface RangeTask {
        /** Works on {@code from} (included) to {@code to} (excluded). */
        void run(long from, long to);
    }

    /**
     * Runs a task over 0 .. size - 1 and returns when all of it is done.
     *
     * @param threads how many threads, 1 or more; the caller's is one of them
     * @param size length of the range
     * @param part length of each part; the last may be shorter
     * @param task the work, safe to run on different parts at once
     * @throws RuntimeException the first that a part threw; parts not yet begun are left out
     */
    public static void forRange(int threads, long size, long part, RangeTask task) {
        AtomicLong next = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable worker = () -> {
            try {
                long from;
                while (failure.get() == null && (from = next.getAndAdd(part)) < size) {
                    task.run(from, Math.min(size, from + part));
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            others.add(Thread.ofPlatform().name("granary-" + i).daemon().start(worker));
        }
        worker.run();
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
