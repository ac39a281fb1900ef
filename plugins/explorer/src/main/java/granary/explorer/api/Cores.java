package granary.explorer.api;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Work that keeps a core busy: as much at once as there are cores but one, in the order in which it was asked for. Safe for use
 * by any number of threads.
 */
final class Cores {
    /** How many may wait for a core, each holding a thread, and how long: a page asks for several things at once. */
    private static final int MAX_WAITING = 16;

    private static final long PATIENCE_SECONDS = 5;

    /** How long a turn takes of work that goes on for minutes. */
    private static final long TURN_NANOS = 100_000_000;

    private final Semaphore free =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), true);
    private final Semaphore places = new Semaphore(MAX_WAITING);

    /**
     * Does some work as soon as there is a core for it.
     *
     * @throws Problem when there is none for some seconds, or many wait
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

    /** Waits for a core, and returns whether there was one. */
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

    /** Waits for a core as long as it takes, for work that goes on for minutes. */
    Turn turn() {
        free.acquireUninterruptibly();
        return new Turn();
    }

    /** A core, held by one thread, which gives it away whenever its turn is over and somebody waits. */
    final class Turn {
        private long begun = System.nanoTime();

        /** To be called often: lets others have the core when the turn is over, and waits for the next. */
        void share() {
            if (System.nanoTime() - begun > TURN_NANOS) {
                free.release();
                free.acquireUninterruptibly();
                begun = System.nanoTime();
            }
        }

        /** Gives the core back. */
        void end() {
            free.release();
        }
    }
}
