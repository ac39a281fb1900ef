package granary.command.builder;

import granary.builder.TaskRun;
import granary.builder.database.BuildListener;
import granary.builder.database.WorkTimes;
import java.io.PrintWriter;
import java.time.Duration;

/** Prints the times of the phases of each larger layer. */
final class PhasePrinter implements BuildListener {
    /** Below this, one thread solves the layer. */
    private static final long MIN_POSITIONS = 1_000_000;

    private final WorkTimes times = new WorkTimes();
    private final PrintWriter out;
    private final int threads;

    PhasePrinter(PrintWriter out, int threads) {
        this.out = out;
        this.threads = threads;
    }

    @Override
    public void layerBegins(int layer, long positions, long steps) {
        times.layerBegins(layer, positions, steps);
    }

    @Override
    public void layerEnds(int layer, long positions, Duration time) {
        times.layerEnds(layer, positions, time);
        if (positions >= MIN_POSITIONS) {
            times.describe(threads).forEach(out::println);
            out.flush();
        }
    }

    @Override
    public void phase(String name) {
        times.phase(name);
    }

    @Override
    public void sweep(int sweep, long changed) {
        times.sweep(sweep, changed);
    }

    @Override
    public void moved(long read, long written, long held) {
        times.moved(read, written, held);
    }

    @Override
    public void ran(TaskRun run) {
        times.ran(run);
    }
}
