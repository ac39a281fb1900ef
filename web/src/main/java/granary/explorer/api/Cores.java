package granary.explorer.api;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs work that keeps a core busy, on all cores but one, in the order in which it was asked for. Safe for use by any number
 * of threads.
 */
final class Cores {
    /** How many requests may wait for a core, each of which holds a thread. A page asks for several things at once. */
    private static final int MAX_WAITING = 16;

    private static final long PATIENCE_SECONDS = 5;

    /** How long work that goes on for minutes keeps a core before others have a turn. */
    private static final long TURN_NANOS = 100_000_000;

    private final Semaphore free = new Semaphore(used(Runtime.getRuntime().availableProcessors()), true);
    private final Semaphore places = new Semaphore(MAX_WAITING);

    /** Returns how many of some cores work at a time: all but one. */
    static int used(int processors) {
        return Math.max(1, processors - 1);
    }

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

    /** Waits for a core as long as it takes, for work that goes on for minutes. */
    Turn turn() {
        free.acquireUninterruptibly();
        return new Turn();
    }

    /** A core that one thread holds, and gives to others whenever its turn is over. */
    final class Turn {
        private long begun = System.nanoTime();

        /** When the turn is over, lets others have the core and waits for the next turn. Call it often. */
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
