package granary.explorer.api;

import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A search that deepens while somebody looks: it ends when there is nothing more to find, when it is stopped, when nobody has
 * asked for some seconds, or after some minutes. It shares the cores with the others. Safe for use by any number of threads.
 */
final class GoingSearch {
    /** How long it goes on without being asked. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** How a search stands. */
    private enum State {
        /** It goes on. */
        SEARCHING,
        /** There is nothing more to find. */
        FINISHED,
        /** It ended before. */
        STOPPED
    }

    private final ServedDatabase served;
    private final PlayedGame played;
    private final Cores cores;
    private final Thread thread = new Thread(this::search, "search");

    private volatile State state = State.SEARCHING;
    /** Not null once there is a report. */
    private volatile Engine.Run going;

    private volatile Report report;
    private volatile RuntimeException failure;
    private volatile boolean isStopped;
    private volatile long asked = System.nanoTime();

    /** Begins to search the present position of a game of awari, which nobody else may change. */
    GoingSearch(ServedDatabase served, PlayedGame played, Cores cores) {
        this.served = served;
        this.played = played;
        this.cores = cores;
        thread.setDaemon(true);
        thread.start();
        endWhenForgotten();
    }

    /** Watches from outside, because a search that waits for an address looks at nothing. */
    private void endWhenForgotten() {
        long left = PATIENCE.toNanos() - (System.nanoTime() - asked);
        if (left < 0) {
            stop();
        } else if (isGoingOn()) {
            CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS).execute(this::endWhenForgotten);
        }
    }

    private void search() {
        Cores.Turn turn = cores.turn();
        try {
            Engine.Run run = EngineSearch.prepare(served, played, Limits.NONE.withMillis(LONGEST.toMillis()));
            going = run;
            run.pauseBy(() -> {
                turn.share();
                if (isStopped) {
                    run.stop();
                }
            });
            Report last = run.search(deeper -> report = deeper);
            report = last;
            boolean isDone = last.isExact() || last.depth() == Limits.MAX_DEPTH;
            state = isDone ? State.FINISHED : State.STOPPED;
        } catch (CancellationException e) {
            state = State.STOPPED; // while it waited for an address
        } catch (RuntimeException e) {
            failure = e;
            state = State.STOPPED;
        } finally {
            turn.end();
        }
    }

    /** Returns whether nobody has asked for some seconds. */
    boolean isForgotten() {
        return System.nanoTime() - asked > PATIENCE.toNanos();
    }

    /** Returns whether it keeps a core busy. */
    boolean isGoingOn() {
        return thread.isAlive();
    }

    /** Asks the search to end, even if it waits for an address. */
    void stop() {
        isStopped = true;
        thread.interrupt();
    }

    /** Waits until it has ended, after {@link #stop}, or the waiting thread is interrupted. */
    void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns what the search has found so far. This also tells it that somebody still looks.
     *
     * @throws RuntimeException the failure that ended it
     */
    Map<String, Object> toJson(String id) {
        asked = System.nanoTime();
        if (failure != null) {
            throw failure;
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("search", id);
        json.put("state", state.name().toLowerCase(Locale.ROOT));
        Report found = report;
        if (found != null) {
            Map<String, Object> best = EngineSearch.toJson(played, found);
            best.put("nodes", going.nodes()); // with those of the depth that is being searched
            json.put("found", best);
        }
        return json;
    }
}
