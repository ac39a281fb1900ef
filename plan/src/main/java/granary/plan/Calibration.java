package granary.plan;

import granary.builder.Monitor;
import granary.builder.TaskRun;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.file.TemporaryDirectory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The speed of this machine, measured by a short build and by copying. The build begins with the process, so its first layers are those
 * of any build: Java is cold, interprets, and compiles.
 *
 * @param threads the threads that it used
 * @param layers the layers that were built, from 0 on
 * @param growth how much more work a position takes in larger layers than in the last of these
 * @param memoryBandwidth bytes a second that all threads together read and write in memory
 * @param diskBandwidth bytes a second that are written to the disk
 * @param windowBandwidth bytes a second that many threads read and write directly, as a build out of core does
 */
public record Calibration(
        int threads,
        List<LayerTimes> layers,
        Growth growth,
        double memoryBandwidth,
        double diskBandwidth,
        double windowBandwidth) {
    private static final Duration ENOUGH = Duration.ofSeconds(3);

    /** Smaller layers spend most of their time on other things than positions. */
    private static final long MIN_POSITIONS = 20_000_000;

    /**
     * A layer that was built.
     *
     * @param layer its number
     * @param positions its positions
     * @param nanos how long it took
     * @param parallelNanos of which there were tasks for all threads
     * @param busyNanos how long tasks kept all threads together busy
     * @param sweeps sweeps over all of it, 0 when the solver does not sweep
     * @param runs for each parallel run how long its tasks kept their threads busy
     */
    record LayerTimes(
            int layer, long positions, long nanos, long parallelNanos, long busyNanos, int sweeps, List<long[]> runs) {}

    /**
     * Builds layers in a temporary directory until one keeps all threads busy for some seconds.
     *
     * @param parent the temporary directory's parent; its disk must hold the layers
     * @param solver the solver
     * @param distances whether to build distances, too
     * @param monitor hears what is measured; may stop it
     * @throws IOException when the disk fails
     */
    public static Calibration run(Game game, LayerSolver solver, boolean distances, Path parent, Monitor monitor)
            throws IOException {
        int threads = solver.threads();
        monitor.phase("building, about ten seconds");
        try (TemporaryDirectory temporary = TemporaryDirectory.in(parent)) {
            Layers layers = new Layers(monitor);
            try (DatabaseDirectory directory = new DatabaseDirectory(temporary.path(), game)) {
                DatabaseBuild build = new DatabaseBuild(directory, solver, layers);
                if (distances) {
                    build.withDistances();
                }
                for (int layer = 0; layer <= game.topLayer() && !layers.suffice(threads); layer++) {
                    build.run(layer);
                }
            }
            monitor.phase("memory and disk");
            Bandwidth.Disk disk = Bandwidth.ofDisk(temporary.path());
            return new Calibration(
                    threads,
                    List.copyOf(layers.all),
                    Growth.from(layers.all.getLast().layer()),
                    Bandwidth.ofMemory(threads),
                    disk.writing(),
                    disk.window());
        }
    }

    /** Returns the last layer that was built. */
    LayerTimes last() {
        return layers.getLast();
    }

    /** Returns the thread time per position of the last layer in nanoseconds: elapsed time times threads. */
    double nanosPerPosition() {
        return (double) last().nanos() * threads / last().positions();
    }

    /** Returns the processor time of tasks per position of a layer in nanoseconds. */
    double workPerPosition(int layer) {
        return (double) last().busyNanos() / last().positions() * growth.at(layer);
    }

    /** Returns how long a number of cores works on a layer in seconds, when all of them are always busy. */
    double workSeconds(int layer, double positions, int cores) {
        return positions * workPerPosition(layer) / cores / 1e9;
    }

    /** Returns how long a layer takes beside in seconds: what one thread does alone, and the time for which threads wait. */
    double serialSeconds(double positions) {
        // Threads do not wait in small layers, which one thread solves.
        return Math.min(serialNanos() + tailNanos(), positions * nanosPerPosition()) / 1e9;
    }

    /** Returns how much longer a layer took here than its positions explain, in seconds; 0 for layers that were not built. */
    double coldSeconds(int layer) {
        return layers.stream()
                .filter(built -> built.layer() == layer)
                .mapToDouble(built -> built.nanos() / 1e9
                        - workSeconds(layer, built.positions(), threads)
                        - serialSeconds(built.positions()))
                .map(seconds -> Math.max(0, seconds))
                .sum();
    }

    /** Returns what a layer takes outside parallel runs in nanoseconds: the median. */
    private double serialNanos() {
        long[] serial = telling().stream()
                .mapToLong(layer -> layer.nanos() - layer.parallelNanos())
                .sorted()
                .toArray();
        return serial[serial.length / 2];
    }

    /** Returns the larger layers, or the last one when all are small. */
    private List<LayerTimes> telling() {
        List<LayerTimes> larger = layers.stream()
                .filter(layer -> layer.positions() >= MIN_POSITIONS)
                .toList();
        return larger.isEmpty() ? List.of(last()) : larger;
    }

    /** Returns the time for which threads wait for the last one of a run, added up over the runs of a layer, in nanoseconds. */
    private double tailNanos() {
        return last().runs().stream()
                .mapToDouble(tasks -> Arrays.stream(tasks).average().orElse(0))
                .sum();
    }

    /** Returns the share of their time for which this many threads would be busy in the last layer that was built. */
    double efficiency(int simulated) {
        return Schedule.efficiency(last().runs(), simulated);
    }

    /** Returns a machine with cores like these. */
    public Machine machine(int cores, double memory) {
        return new Machine(cores, memory, memoryBandwidth / threads * cores, diskBandwidth, windowBandwidth);
    }

    /** Keeps the times of the layers. */
    private static final class Layers implements BuildListener {
        private final Monitor monitor;
        private final List<LayerTimes> all = new ArrayList<>();
        private List<long[]> runs = new ArrayList<>();
        private long parallel;
        private long busy;
        private int sweeps;

        Layers(Monitor monitor) {
            this.monitor = monitor;
        }

        boolean suffice(int threads) {
            return !all.isEmpty() && all.getLast().busyNanos() >= threads * ENOUGH.toNanos();
        }

        @Override
        public void layerBegins(int layer, long positions, long steps) {
            runs = new ArrayList<>();
            parallel = 0;
            sweeps = 0;
            busy = 0;
        }

        @Override
        public void check() {
            monitor.check();
        }

        @Override
        public void sweep(int sweep, long changed) {
            sweeps++;
        }

        @Override
        public boolean recordsTasks() {
            return true;
        }

        @Override
        public void ran(TaskRun run) {
            runs.add(run.tasks().processorNanos());
            parallel += run.nanos();
            // what other programs on the same processors take is no part of it
            busy += Arrays.stream(run.tasks().processorNanos()).sum();
        }

        @Override
        public void layerEnds(int layer, long positions, Duration time) {
            all.add(new LayerTimes(layer, positions, time.toNanos(), parallel, busy, sweeps, runs));
        }
    }
}
