package granary.engine;

import granary.awari.Awari;
import granary.database.Database;
import java.util.concurrent.atomic.AtomicLong;

/** State that the threads of one search share: the database, the table, the limits, and the order to stop. */
final class SearchControl {
    final Database database;
    final Awari game;
    final TranspositionTable table;
    /** By number of seeds, to {@link MoveStack#MAX_SEEDS}: whether the database holds the layer. */
    final boolean[] present = new boolean[MoveStack.MAX_SEEDS + 1];

    private final AtomicLong nodes = new AtomicLong();
    private final AtomicLong probes = new AtomicLong();
    private final long begun = System.nanoTime();
    private volatile Limits limits;
    /** When the time of {@link #limits} began to run. */
    private volatile long clock = begun;

    private volatile boolean isStopped;
    private volatile Runnable pause = () -> {};

    SearchControl(Database database, TranspositionTable table, Limits limits) {
        this.database = database;
        this.game = (Awari) database.game();
        this.table = table;
        this.limits = limits;
        database.layers().forEach(layer -> present[layer] = true);
    }

    Limits limits() {
        return limits;
    }

    /** Changes the limits; their time counts from now. */
    void limit(Limits others) {
        clock = System.nanoTime();
        limits = others;
    }

    /** Makes each count call a program, which may wait. */
    void pauseBy(Runnable program) {
        pause = program;
    }

    /** Counts positions visited and looked up, and stops the search when a limit is reached. */
    void count(long moreNodes, long moreProbes) {
        nodes.addAndGet(moreNodes);
        probes.addAndGet(moreProbes);
        Limits now = limits;
        if ((now.nodes() < Long.MAX_VALUE && nodes.get() >= now.nodes())
                || (now.millis() < Long.MAX_VALUE && System.nanoTime() - clock >= now.millis() * 1_000_000)) {
            isStopped = true;
        }
        pause.run();
    }

    long nodes() {
        return nodes.get();
    }

    long probes() {
        return probes.get();
    }

    /** Returns the nanoseconds since the search began. */
    long nanos() {
        return System.nanoTime() - begun;
    }

    void stop() {
        isStopped = true;
    }

    boolean isStopped() {
        return isStopped;
    }
}
