package granary.builder.sweep.layer;

import granary.builder.Monitor;

/**
 * Estimates the progress of the sweeps over a layer. Their number is not known beforehand. But the number of changes falls about
 * exponentially until they are few enough to be propagated, and then one or two sweeps are left.
 */
public final class SweepProgress {
    /** The share of the work that is done when changes begin to be propagated: 0.8 was measured at 18 seeds. */
    private static final double BEFORE_PROPAGATION = 0.75;

    /** The share of the remaining work that a sweep with propagation does. */
    private static final double BY_PROPAGATION = 0.6;

    /** The share of the first sweep. */
    private static final double FIRST = 0.1;

    private final Monitor monitor;
    private final long steps;
    private final long positions;
    private final double propagationShare;
    private double done;
    private double gain = FIRST;
    private double aim;
    private boolean propagates;
    private long told;

    /** Begins, with the steps of all sweeps together, and the share of positions below which changes are propagated. */
    public SweepProgress(Monitor monitor, long steps, long positions, double propagationShare) {
        this.monitor = monitor;
        this.steps = steps;
        this.positions = positions;
        this.propagationShare = propagationShare;
    }

    /** Begins a sweep and returns the number of steps that each of its tasks is to report. */
    public long begin(boolean propagate, int tasks) {
        propagates = propagate;
        aim = propagate ? done + BY_PROPAGATION * (1 - done) : Math.min(BEFORE_PROPAGATION, done + gain);
        long perTask = Math.max(0, Math.round(steps * aim) - told) / tasks;
        told += perTask * tasks;
        return perTask;
    }

    /** Ends a sweep that changed a number of positions, and reports the steps that its tasks did not. */
    public void end(long changed) {
        double reached = changed == 0 ? 1 : propagates ? aim : BEFORE_PROPAGATION * shareOfDecay(changed);
        gain = Math.max(0, reached - done);
        done = Math.max(done, reached);
        long due = Math.round(steps * done) - told;
        if (due > 0) {
            monitor.advance(due);
            told += due;
        }
    }

    /** Returns the fall of the number of changes, on a logarithmic scale: 0 if all positions change, 1 if few do. */
    private double shareOfDecay(long changed) {
        double decay = Math.log((double) positions / changed) / Math.log(1 / propagationShare);
        return Math.clamp(decay, 0, 1);
    }
}
