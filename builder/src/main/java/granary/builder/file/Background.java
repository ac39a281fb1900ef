package granary.builder.file;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Work with a disk that another thread does, one piece at a time. One thread uses it. */
public final class Background {
    /** Null when there is nothing to wait for. */
    private FutureTask<Void> work;

    /** A piece of work. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws IOException;
    }

    /** Begins a piece of work; the one before has been waited for. */
    public void begin(Work next) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            next.run();
            return null;
        });
        work = task;
        Thread.ofPlatform().name("granary-disk").start(task);
    }

    /** Returns whether what was begun goes on still. */
    public boolean isBusy() {
        return work != null && !work.isDone();
    }

    /**
     * Waits for what was begun. An interrupted thread does so too, and stays interrupted.
     *
     * @throws IOException when it failed, now and at every later call: nothing may be built on it
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
