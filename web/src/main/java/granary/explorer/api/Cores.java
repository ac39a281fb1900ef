package granary.explorer.api;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs work that keeps a core busy, on all cores but one, in the order in which it was asked for. Safe for use by any number
 * of threads.
 */
final class Cores {
    /** The number of requests that may wait for a core, each of which holds a thread. A page asks for several things at once. */
    private static final int MAX_WAITING = 16;

    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore free =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), true);
    private final Semaphore places = new Semaphore(MAX_WAITING);

    /**
     * Runs work as soon as a core is free.
     *
     * @throws Problem when none is free within some seconds, or too many wait
     */
    <T> T use(Supplier<T> work) {
        if (!free.tryAcquire() && !waited()) {
            throw Problem.busy("all cores are busy; try again in a second");
        }
        try {
            return work.get();
        } finally {
            free.release();
        }
    }

    /** Waits for a core and returns whether one became free. */
    private boolean waited() {
        if (!places.tryAcquire()) {
            return false;
        }
        try {
            return free.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            places.release();
        }
    }
}
