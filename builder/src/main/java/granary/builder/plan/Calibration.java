package granary.builder.plan;

import granary.builder.build.BuildListener;
import granary.builder.build.DatabaseBuild;
import granary.builder.build.Solvers;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.TemporaryDirectory;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A short build that measures the speed of this machine.
 *
 * @param layer the last layer that was built
 * @param threads the threads it was built with
 * @param nanosPerPosition thread time per position of that layer in nanoseconds: elapsed time times threads
 */
public record Calibration(int layer, int threads, double nanosPerPosition) {
    private static final Duration ENOUGH = Duration.ofSeconds(4);

    /**
     * Builds layers in a temporary directory until one takes a few seconds.
     *
     * @param parent the temporary directory's parent; its disk must hold the layers
     * @param solver the solver, which uses {@code threads} threads
     * @param distances whether to build distances, too
     * @throws IOException when the disk fails
     */
    public static Calibration run(Game game, LayerSolver solver, int threads, boolean distances, Path parent)
            throws IOException {
        try (TemporaryDirectory temporary = TemporaryDirectory.in(parent);
                DatabaseDirectory directory = new DatabaseDirectory(temporary.path(), game)) {
            LastLayer last = new LastLayer();
            MemoryProvider memory = Solvers.memory(solver, game, temporary.path(), null, failure -> {});
            DatabaseBuild build = new DatabaseBuild(directory, solver, memory, last, distances);
            for (int layer = 0; layer <= game.topLayer() && last.time.compareTo(ENOUGH) < 0; layer++) {
                build.run(layer);
            }
            return new Calibration(last.layer, threads, (double) last.time.toNanos() * threads / last.positions);
        }
    }

    /**
     * Returns the seconds that a build takes if every position costs what one of the calibration's last layer did, and
     * if the cores share the work evenly.
     *
     * @param topLayer the last layer of the build
     * @param cores how many cores
     */
    public double secondsTo(Game game, int topLayer, int cores) {
        double positions = 0;
        for (int n = 0; n <= topLayer; n++) {
            positions += game.size(n);
        }
        return positions * nanosPerPosition / cores / 1e9;
    }

    /** Keeps the size and time of the last layer. */
    private static final class LastLayer implements BuildListener {
        private int layer;
        private long positions;
        private Duration time = Duration.ZERO;

        @Override
        public void layerEnds(int ended, long size, Duration taken) {
            layer = ended;
            positions = size;
            time = taken;
        }
    }
}
