package granary.builder.database;

import granary.builder.Monitor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Adds up the time of each phase of a layer, and the time that threads waited, and prints them for larger layers. One thread runs the phases; runs that others begin
 * meanwhile are not counted.
 */
public final class WorkTimes implements Monitor {
    private static final String VERIFICATION = "verification sweep";

    /** One thread solves smaller layers. */
    private static final long MIN_POSITIONS = 1_000_000;

    private final int threads;
    private final Consumer<String> printer;
    private final Map<String, PhaseTime> phases = new LinkedHashMap<>();
    private String phase;
    private long since;
    private long parallel;
    private long waiting;
    private int sweeps;

    /**
     * Begins.
     *
     * @param threads the number of threads that work
     * @param printer takes a line for each phase of a larger layer, and one for all of it
     */
    public WorkTimes(int threads, Consumer<String> printer) {
        this.threads = threads;
        this.printer = printer;
    }

    /**
     * The time of a phase.
     *
     * @param nanos its duration
     * @param serialNanos the time outside parallel runs
     * @param waitingNanos the time that all threads together waited in parallel runs
     */
    public record PhaseTime(long nanos, long serialNanos, long waitingNanos) {
        private PhaseTime plus(PhaseTime other) {
            return new PhaseTime(
                    nanos + other.nanos, serialNanos + other.serialNanos, waitingNanos + other.waitingNanos);
        }
    }

    @Override
    public void layerBegins(int layer, long size, long steps) {
        phases.clear();
        sweeps = 0;
        begin("begin");
    }

    @Override
    public void layerEnds(int layer, long size, Duration time) {
        end(phase);
        if (size >= MIN_POSITIONS) {
            print();
        }
    }

    @Override
    public void phase(String name) {
        end(phase);
        begin(name);
    }

    @Override
    public void sweep(int sweep, long changed) {
        sweeps = sweep;
        end(changed == 0 ? VERIFICATION : phase);
        begin(phase);
    }

    @Override
    public void ran(long nanos, long waitingNanos, long processorNanos) {
        parallel += nanos;
        waiting += waitingNanos;
    }

    private void begin(String name) {
        phase = name;
        since = System.nanoTime();
        parallel = 0;
        waiting = 0;
    }

    private void end(String name) {
        long nanos = System.nanoTime() - since;
        phases.merge(name, new PhaseTime(nanos, nanos - parallel, waiting), PhaseTime::plus);
    }

    /** Returns the number of sweeps over the last layer, 0 when its solver makes none. */
    public int sweeps() {
        return sweeps;
    }

    /** Returns the phases of the last layer in order. */
    public Map<String, PhaseTime> phases() {
        return phases;
    }

    /** Returns the sum of the phases of the last layer. */
    public PhaseTime all() {
        return phases.values().stream().reduce(new PhaseTime(0, 0, 0), PhaseTime::plus);
    }

    private void print() {
        phases.forEach((name, time) -> printer.accept(line(name, time)));
        printer.accept(line("all phases", all()) + (sweeps == 0 ? "" : ", " + sweeps + " sweeps"));
    }

    private String line(String name, PhaseTime time) {
        return String.format(
                Locale.ROOT,
                "  %-20s %9.3f s %6.1f %% serial %6.1f %% waiting",
                name,
                time.nanos() / 1e9,
                100.0 * time.serialNanos() / Math.max(1, time.nanos()),
                100.0 * time.waitingNanos() / threads / Math.max(1, time.nanos()));
    }
}
