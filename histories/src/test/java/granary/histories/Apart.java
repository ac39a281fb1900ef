package granary.histories;

import granary.builder.WorkerPool;

/** Runs what leaves things behind in its thread. */
final class Apart {
    private Apart() {}

    /** Runs something in a thread of its own, and throws what it threw. */
    static void run(Runnable work) {
        Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofPlatform().name("history").start(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                failure[0] = e;
            }
        });
        WorkerPool.join(thread);
        switch (failure[0]) {
            case null -> {}
            case RuntimeException e -> throw e;
            default -> throw new AssertionError(failure[0]);
        }
    }
}
