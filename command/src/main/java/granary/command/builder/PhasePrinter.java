package granary.command.builder;

import granary.builder.database.WorkTimes;
import java.io.PrintWriter;
import java.time.Duration;

/** Prints the times of the phases of each larger layer. */
final class PhasePrinter extends WorkTimes {
    /** Below this, one thread solves the layer. */
    private static final long MIN_POSITIONS = 1_000_000;

    private final PrintWriter out;
    private final int threads;

    PhasePrinter(PrintWriter out, int threads) {
        this.out = out;
        this.threads = threads;
    }

    @Override
    public void layerEnds(int layer, long positions, Duration time) {
        super.layerEnds(layer, positions, time);
        if (positions >= MIN_POSITIONS) {
            describe(threads).forEach(out::println);
            out.flush();
        }
    }
}
