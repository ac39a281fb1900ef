package granary.builder.database;

import granary.builder.TaskRun;
import granary.builder.Units;
import granary.builder.sweep.layer.Sweeps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Adds up the time of each phase of a layer, and the time that threads waited. One thread runs the phases; runs that others begin
 * meanwhile are not counted.
 */
public class WorkTimes implements BuildListener {
    private static final String VERIFICATION = "verification sweep";

    private final Map<String, PhaseTime> phases = new LinkedHashMap<>();
    private String phase;
    private long since;
    private long parallel;
    private long waiting;
    private int sweeps;
    private int rounds;
    private String moved;
    private long positions;
    private Duration layerTime = Duration.ZERO;

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
        rounds = 0;
        moved = "";
        positions = size;
        begin("begin");
    }

    @Override
    public void layerEnds(int layer, long size, Duration time) {
        end(phase);
        layerTime = time;
    }

    @Override
    public void phase(String name) {
        end(phase);
        begin(name);
    }

    @Override
    public void sweep(int sweep, long changed) {
        sweeps = sweep;
        rounds += phase.equals(Sweeps.PHASE) ? 1 : 0;
        end(changed == 0 ? VERIFICATION : phase);
        begin(phase);
    }

    @Override
    public void moved(long read, long written, long held) {
        moved = ", " + rounds + " of them over all positions; file: " + Units.bytes(read) + " read, "
                + Units.bytes(written) + " written, " + Units.bytes(held) + " of it in memory";
    }

    @Override
    public void ran(TaskRun run) {
        parallel += run.nanos();
        waiting += run.waitingNanos();
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

    /** Returns how long the last layer took. */
    public Duration layerTime() {
        return layerTime;
    }

    /** Returns the number of sweeps over the last layer, 0 when its solver makes none. */
    public int sweeps() {
        return sweeps;
    }

    /** Returns the number of positions of the last layer. */
    public long positions() {
        return positions;
    }

    /** Returns the phases of the last layer in order. */
    public Map<String, PhaseTime> phases() {
        return phases;
    }

    /** Returns the time of the last layer outside parallel runs, as a share of all of it. */
    public double serialShare() {
        return share(PhaseTime::serialNanos, 1);
    }

    /** Returns the time that threads waited in parallel runs, as a share of the time of all threads. */
    public double waitingShare(int threads) {
        return share(PhaseTime::waitingNanos, threads);
    }

    private double share(ToLongFunction<PhaseTime> part, int threads) {
        double sum = phases.values().stream().mapToLong(part).sum();
        return sum / threads / Math.max(1, layerTime.toNanos());
    }

    /** Returns a line for each phase of the last layer, and one for all of it, for people. */
    public List<String> describe(int threads) {
        List<String> lines = new ArrayList<>();
        phases.forEach((name, time) -> lines.add(line(name, time, threads)));
        PhaseTime all = phases.values().stream().reduce(new PhaseTime(0, 0, 0), PhaseTime::plus);
        lines.add(line("all phases", all, threads) + (sweeps == 0 ? "" : ", " + sweeps + " sweeps" + moved));
        return lines;
    }

    private static String line(String name, PhaseTime time, int threads) {
        return String.format(
                Locale.ROOT,
                "  %-20s %9.3f s %6.1f %% serial %6.1f %% waiting",
                name,
                time.nanos() / 1e9,
                100.0 * time.serialNanos() / Math.max(1, time.nanos()),
                100.0 * time.waitingNanos() / threads / Math.max(1, time.nanos()));
    }
}
