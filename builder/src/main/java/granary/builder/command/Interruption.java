package granary.builder.command;

import granary.builder.OperationInterruptedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM (Ctrl-C, or a plain kill) into a flag that the work polls, and keeps the process alive for
 * the few seconds that a clean end may take.
 */
final class Interruption implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::requestAndWait, "granary-interruption");
    private volatile boolean requested;

    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void requestAndWait() {
        requested = true;
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("granary: stopped in the middle of a layer; finished layers are kept");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Throws once a signal has come. */
    void check() {
        if (requested) {
            throw new OperationInterruptedException();
        }
    }

    @Override
    public void close() {
        ended.countDown();
        if (!requested) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
