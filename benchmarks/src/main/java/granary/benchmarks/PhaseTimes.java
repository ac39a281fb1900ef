package granary.benchmarks;

import granary.builder.build.BuildListener;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up the time that each phase of a build took, layer by layer. */
final class PhaseTimes implements BuildListener {
    private static final String VERIFICATION = "verification sweep";

    private final Map<String, Long> nanos = new LinkedHashMap<>();
    private String phase;
    private long since;
    private int sweeps;
    private long positions;
    private Duration layerTime = Duration.ZERO;

    @Override
    public void layerBegins(int layer, long size, long steps) {
        nanos.clear();
        sweeps = 0;
        positions = size;
        begin("reserve");
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
        end(changed == 0 ? VERIFICATION : phase);
        begin(phase);
    }

    private void begin(String name) {
        phase = name;
        since = System.nanoTime();
    }

    private void end(String name) {
        nanos.merge(name, System.nanoTime() - since, Long::sum);
    }

    /** Returns how long the last layer took. */
    Duration layerTime() {
        return layerTime;
    }

    /** Returns the sweeps of the last layer, 0 when its solver makes none. */
    int sweeps() {
        return sweeps;
    }

    /** Returns nanoseconds a position of the last layer and thread, by phase. */
    Map<String, Double> nanosPerPosition(int threads) {
        Map<String, Double> shares = new LinkedHashMap<>();
        nanos.forEach((name, time) -> shares.put(name, (double) time * threads / positions));
        return shares;
    }
}
