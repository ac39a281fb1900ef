package granary.builder.sweep;

import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;

/** Stops a build after a number of sweeps. */
final class InterruptAfter implements Monitor {
    private final int sweeps;
    private volatile boolean due;

    InterruptAfter(int sweeps) {
        this.sweeps = sweeps;
    }

    @Override
    public void sweep(int sweep, long changed) {
        due = sweep >= sweeps;
    }

    @Override
    public void check() {
        if (due) {
            throw new OperationInterruptedException();
        }
    }
}
