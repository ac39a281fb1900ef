package granary.command.kit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM (Ctrl-C, or a plain kill) into a flag that the work polls. Keeps the process alive for the
 * few seconds that the work may need to end cleanly.
 */
public final class Interruption implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;

    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private final Thread hook = new Thread(this::requestAndWait, "granary-interruption");
    private volatile boolean requested;

    /** Starts catching the signals. */
    public Interruption() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            requested = true; // the process is ending already
        }
    }

    /** Lets an interrupted process end. The command calls this after its last output. */
    public static void end() {
        ENDED.countDown();
    }

    private void requestAndWait() {
        requested = true;
        // Background threads, such as those that load libraries, fail in a JVM that shuts down.
        // The command itself reports how it ended.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
        try {
            if (!ENDED.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("granary: stopped in the middle of a layer; finished layers are kept");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether a signal was caught. */
    public boolean isRequested() {
        return requested;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already.
        }
    }
}
