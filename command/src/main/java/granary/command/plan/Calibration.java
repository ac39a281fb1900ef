package granary.command.plan;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.database.Build;
import granary.builder.file.TemporaryDirectory;
import granary.builder.memory.MainMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * The speed of this machine, measured by a short build and by copying.
 *
 * @param threads the threads that it used
 * @param layer the last layer that was built
 * @param nanos of a processor that its tasks took a position
 * @param sweeps over all of it, 0 when the solver does not sweep
 * @param memoryBandwidth bytes a second that all threads together read and write in memory
 * @param diskBandwidth bytes a second that are written to the disk
 */
public record Calibration(
        int threads, int layer, double nanos, int sweeps, double memoryBandwidth, double diskBandwidth) {
    /** After a layer that keeps every thread busy for so long, Java has compiled the loops. */
    private static final Duration ENOUGH = Duration.ofMillis(1200);

    /** The part of the main memory that the build, and each of two copies, takes at most. */
    private static final int MEMORY_SHARE = 16;

    private static final long COPIED = 64L << 20;
    private static final int ROUNDS = 4;
    private static final int PIECE = 1 << 22;
    private static final long FORCED = 16L * PIECE;
    private static final long FILE = 8 * FORCED;

    /**
     * Builds layers in a temporary directory until one keeps all threads busy for a while.
     *
     * @param kinds the files to build for each layer
     * @param parent the temporary directory's parent; its disk must hold the layers
     * @param monitor is told what is measured; may stop it
     * @throws IOException when the disk fails
     */
    public static Calibration run(Game game, LayerSolver solver, Set<FileKind> kinds, Path parent, Monitor monitor)
            throws IOException {
        monitor.phase("building small layers");
        try (TemporaryDirectory temporary = TemporaryDirectory.in(parent)) {
            LastLayer last = new LastLayer(monitor);
            DatabaseDirectory.makeEmpty(temporary.path(), game); // it may lie in that of the plan
            try (DatabaseDirectory directory = new DatabaseDirectory(temporary.path(), game)) {
                Build build = new Build(directory, solver, last);
                build.with(kinds.toArray(FileKind[]::new));
                long most = MainMemory.available() / MEMORY_SHARE;
                for (int layer = 0;
                        layer <= game.topLayer()
                                && last.busy < solver.threads() * ENOUGH.toNanos()
                                && solver.need(layer).bytes() <= most;
                        layer++) {
                    build.run(layer);
                }
            }
            monitor.phase("copying in memory and to the disk");
            return new Calibration(
                    solver.threads(),
                    last.layer,
                    (double) last.busy / last.positions,
                    last.sweeps,
                    memoryBandwidth(solver.threads(), monitor),
                    diskBandwidth(temporary.path(), monitor));
        }
    }

    private static double memoryBandwidth(int threads, Monitor monitor) {
        try (Arena arena = Arena.ofShared()) {
            long bytes = Math.min(threads * COPIED, MainMemory.available() / MEMORY_SHARE);
            MemorySegment from = arena.allocate(bytes);
            MemorySegment to = arena.allocate(bytes);
            WorkerPool pool = new WorkerPool(threads, Monitor.SILENT);
            double best = 0;
            for (int round = 0; round < ROUNDS; round++) {
                monitor.check();
                long start = System.nanoTime();
                pool.forRange(bytes, PIECE, (first, end) -> MemorySegment.copy(from, first, to, first, end - first));
                best = Math.max(best, 2e9 * bytes / (System.nanoTime() - start));
            }
            return best;
        }
    }

    /** Writes for a second, or to the end of a file, and forces what it wrote. */
    private static double diskBandwidth(Path directory, Monitor monitor) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        long start = System.nanoTime();
        long written = 0;
        try (FileChannel channel = FileChannel.open(directory.resolve("bandwidth.part"), CREATE_NEW, WRITE)) {
            while (written < FILE && System.nanoTime() - start < 1e9) {
                monitor.check();
                written += channel.write(piece.clear());
                if (written % FORCED == 0) {
                    channel.force(false);
                }
            }
            channel.force(true);
        }
        return written * 1e9 / (System.nanoTime() - start);
    }

    /** Records the time of the last layer. */
    private static final class LastLayer implements Monitor {
        private final Monitor monitor;
        private int layer;
        private long positions;
        private long busy;
        private int sweeps;

        LastLayer(Monitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public void layerBegins(int number, long itsPositions, long steps) {
            layer = number;
            positions = itsPositions;
            busy = 0;
            sweeps = 0;
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
        public void ran(long nanos, long waitingNanos, long processorNanos) {
            // the time of other programs on the same processors does not count
            busy += processorNanos;
        }
    }
}
