package granary.engine;

import granary.awari.Awari;
import granary.database.Database;
import java.util.concurrent.atomic.LongAdder;

/** Shared by the threads of one search: the database, the table, the limits, and the order to stop. */
final class SearchControl {
    private final Database database;
    private final boolean[] present;
    private final Awari game;
    private final TranspositionTable table;
    private final LongAdder nodes = new LongAdder();
    private final LongAdder probes = new LongAdder();
    private final long begun = System.nanoTime();
    private volatile Limits limits;
    /** When the time of {@link #limits} began to run. */
    private volatile long clock = begun;

    private volatile boolean isStopped;
    private volatile Runnable pause = () -> {};

    SearchControl(Database database, boolean[] present, TranspositionTable table, Limits limits) {
        this.database = database;
        this.present = present;
        this.game = (Awari) database.game();
        this.table = table;
        this.limits = limits;
    }

    Database database() {
        return database;
    }

    boolean[] present() {
        return present;
    }

    Awari game() {
        return game;
    }

    TranspositionTable table() {
        return table;
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
        nodes.add(moreNodes);
        probes.add(moreProbes);
        Limits now = limits;
        if ((now.nodes() < Long.MAX_VALUE && nodes.sum() >= now.nodes())
                || (now.millis() < Long.MAX_VALUE && System.nanoTime() - clock >= now.millis() * 1_000_000)) {
            isStopped = true;
        }
        pause.run();
    }

    long nodes() {
        return nodes.sum();
    }

    long probes() {
        return probes.sum();
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
