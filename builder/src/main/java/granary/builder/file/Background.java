package granary.builder.file;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Does disk work in another thread, one task at a time. One thread uses it. */
public final class Background {
    /** Null when there is nothing to wait for. */
    private FutureTask<Void> work;

    /** A task. */
    @FunctionalInterface
    public interface Work {
        /** Does the work. */
        void run() throws IOException;
    }

    /** Begins a task. The caller has waited for the previous one. */
    public void begin(Work next) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            next.run();
            return null;
        });
        work = task;
        Thread.ofPlatform().name("granary-disk").start(task);
    }

    /** Returns whether a task is still running. */
    public boolean isBusy() {
        return work != null && !work.isDone();
    }

    /**
     * Waits for the task, if there is one. An interrupted thread also waits, and stays interrupted.
     *
     * @throws IOException when the task failed, now and at every later call: nothing may be built on its result
     */
    public void await() throws IOException {
        boolean interrupted = false;
        try {
            while (work != null) {
                try {
                    work.get();
                    work = null;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw new IOException(cause.getMessage(), cause);
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
