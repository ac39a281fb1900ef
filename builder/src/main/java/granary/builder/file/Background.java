package granary.builder.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Does disk work in another thread, one task at a time. One thread uses it. */
public final class Background {
    private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

    /** A task. */
    @FunctionalInterface
    public interface Work {
        /** Does the work. */
        void run() throws IOException;
    }

    /** Begins a task. The caller has waited for the previous one. */
    public void begin(Work next) {
        work = CompletableFuture.runAsync(
                () -> {
                    try {
                        next.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> Thread.ofPlatform().name("granary-disk").start(task));
    }

    /** Returns whether a task is still running. */
    public boolean isBusy() {
        return !work.isDone();
    }

    /**
     * Waits for the task, if there is one. An interrupted thread also waits, and stays interrupted.
     *
     * @throws IOException when the task failed, now and at every later call: nothing may be built on its result
     */
    public void await() throws IOException {
        try {
            work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw new IOException(failure.getCause().getMessage(), failure.getCause());
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
