package granary.histories;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs what leaves things behind in its thread. */
final class Apart {
    private Apart() {}

    /** Runs something in a thread of its own, also when interrupted, and throws what it threw. */
    static void run(Runnable work) {
        try {
            CompletableFuture.runAsync(work, Thread.ofPlatform().name("history")::start)
                    .join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                default -> throw new AssertionError(e.getCause());
            }
        }
    }
}
