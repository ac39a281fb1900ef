package granary.plan.rehearse;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.TaskRun;
import granary.builder.file.TemporaryDirectory;
import granary.builder.memory.MainMemory;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.layer.ChangePropagation;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.ScorePropagation;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.layer.Sweeps;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartSweeps;
import granary.builder.sweep.part.PartTiles;
import granary.format.Packing;
import granary.plain.Boards;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.IntStream;

/**
 * Measures tasks of the phases of a layer, at its true size: with its tables, on its addresses, with as many different pages of
 * working memory and of files below as this machine holds. So they miss the caches as often as they do in a build that no machine
 * here could do. Tasks are chosen evenly over all positions; a first pass makes their pages, the next ones are measured, in the
 * order of the choice, so that a task finds nothing that it left in the caches itself.
 *
 * <p>Pages are small ones here, where a build has huge ones. Sweeps take about as long with both, and conversion values in layers
 * of 33 seeds, too (benchmarks/BUILDS.md, "work at true size").
 */
public final class TaskRates {
    /** Positions of a phase whose time is told apart from chance. */
    private static final long ENOUGH_POSITIONS = 100_000_000;

    private static final int MOST_TASKS = 1 << 12;
    private static final int PASSES = 3;

    /** Every multiple of this, without the whole, is far from those before it. */
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    /** Tiles in a task of sweeps, as in the largest layers. */
    private static final int TILES = 512;

    private static final int STRIPS = 4;

    /** Changes in a task of propagation. */
    private static final int CHANGES = 1 << 10;

    /** Changes are counted in positions, too, as if there were one for this number. */
    private static final int POSITIONS_A_CHANGE = 64;

    /** More than a task takes of the memory for files: 0.4 GiB at 48 seeds. */
    private static final long TASK_BYTES = 1L << 30;

    /** With no more than this free, which {@link MainMemory} may say when nothing is, only the first tasks are done. */
    private static final long LEAST_ROOM = 256L << 20;

    /** Chunks in a task of packing: its buffers are made anew. */
    private static final int CHUNKS = 16;

    private final Stage stage;
    private final SweepLayer layer;
    private final Runs runs;
    private final int pits;
    /** Bytes that files might take before there were any. */
    private final long memoryBefore = MainMemory.available();

    private final long diskBefore;

    private TaskRates(Stage stage, Kernels kernels, Runs runs) throws IOException {
        this.stage = stage;
        this.layer = stage.layer(kernels);
        this.runs = runs;
        this.pits = stage.awari.pits();
        this.diskBefore = disk(stage.directory);
    }

    /** Does the task that has a position; any number of threads may call it. */
    private interface Task {
        /**
         * Does it.
         *
         * @param worker as in {@link granary.builder.WorkerPool.Task}
         * @param offset of the position in the layer
         * @return for how many positions of the layer the task stands
         */
        double run(int worker, long offset);
    }

    /** Keeps the times of the last parallel run. */
    private static final class Runs implements Monitor {
        private final Monitor monitor;
        private TaskRun last;

        Runs(Monitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public boolean recordsTasks() {
            return true;
        }

        @Override
        public void ran(TaskRun run) {
            last = run;
        }

        @Override
        public void check() {
            monitor.check();
        }
    }

    /**
     * Measures a layer. It takes up to half of the memory that is free, the heap of a build, and up to a minute at 48 seeds.
     *
     * @param threads the most threads to use: fewer where there is little memory
     * @param parent where a temporary directory is made; its file system must have sparse files, in memory
     * @param monitor may stop it
     * @return for each phase, by the name that a {@link Monitor} hears, the processor time in nanoseconds for a position
     * @throws IOException when the directory does not take the files
     */
    public static Map<String, Double> measure(
            Awari awari, int seeds, int threads, Kernels kernels, Path parent, Monitor monitor) throws IOException {
        Runs runs = new Runs(monitor);
        long room = Math.min(disk(parent), MainMemory.available());
        int used = (int) Math.clamp(room / TASK_BYTES, 1, (long) threads);
        try (TemporaryDirectory directory = TemporaryDirectory.in(parent);
                Stage stage = new Stage(awari, seeds, 0, 1, used, directory.path(), runs)) {
            TaskRates rates = new TaskRates(stage, kernels, runs);
            Map<String, Double> nanos = new LinkedHashMap<>();
            nanos.put(ChangePropagation.PHASE, rates.nanos(rates.propagation()));
            nanos.put(ConversionValues.PHASE, rates.nanos(rates.conversions()));
            nanos.put(Sweeps.PHASE, rates.nanos(rates.sweeps()));
            nanos.put(LayerPacker.PHASE, rates.nanos(rates.packing()));
            return nanos;
        }
    }

    private double nanos(Task task) throws IOException {
        long[] offsets = touch(task);
        double least = Double.POSITIVE_INFINITY;
        for (int pass = 0; pass < PASSES; pass++) {
            double[] positions = new double[offsets.length];
            stage.pool.run(offsets.length, (worker, i) -> positions[(int) i] = task.run(worker, offsets[(int) i]));
            long[] nanos = runs.last.tasks().processorNanos();
            double sum = 0;
            for (int i = 0; i < offsets.length; i++) {
                sum += nanos[i] / positions[i];
            }
            least = Math.min(least, sum / offsets.length);
        }
        stage.clear();
        return least;
    }

    /** Does tasks until there are enough, or the memory is half full, and returns what they were asked for. */
    private long[] touch(Task task) throws IOException {
        long least = Math.max(LEAST_ROOM, room() / 2);
        long[] offsets = new long[MOST_TASKS];
        AtomicInteger chosen = new AtomicInteger();
        DoubleAdder positions = new DoubleAdder();
        stage.pool.run(MOST_TASKS, (worker, number) -> {
            if (number < stage.pool.threads() || positions.sum() < ENOUGH_POSITIONS && room() > least) {
                double place = (number + 1) * GOLDEN % 1;
                long offset = (long) (place * stage.shape.positions());
                positions.add(task.run(worker, offset));
                offsets[chosen.getAndIncrement()] = offset;
            }
        });
        return Arrays.copyOf(offsets, chosen.get());
    }

    /** Returns the bytes that files may still take. What the limit of a container leaves is told as if they had taken none. */
    private long room() {
        try {
            long disk = disk(stage.directory);
            return Math.min(Math.min(disk, MainMemory.available()), memoryBefore - (diskBefore - disk));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long disk(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    /** Positions with the same side of the opponent change, and their predecessors hear of it. All values are 0, so none of these changes. */
    private Task propagation() {
        ScorePropagation[] propagations = new ScorePropagation[stage.pool.threads()];
        Arrays.setAll(
                propagations,
                i -> new ScorePropagation(layer.blocks, layer.predecessors, layer.values, layer.conversions));
        return (worker, offset) -> {
            int[] board = stage.board(offset);
            int moverSeeds = stage.places.moverSeeds(board);
            int mover = PlainPlaces.side(board, 0, pits);
            int opponent = PlainPlaces.side(board, pits, pits);
            int movers = layer.blocks[moverSeeds].movers;
            int count = Math.min(CHANGES, movers);
            for (int i = 0; i < count; i++) {
                propagations[worker].add(moverSeeds, (mover + i) % movers, opponent, (byte) 1);
            }
            propagations[worker].propagate(0);
            return count * POSITIONS_A_CHANGE;
        };
    }

    /** Rows of a layer below, as many as in a task of a build. Each has groups of its own. */
    private Task conversions() {
        int seeds = stage.seeds;
        ConversionValues.RowFilling filling = new ConversionValues(layer, stage.files).rows();
        Set<List<Integer>> filled = ConcurrentHashMap.newKeySet();
        double below = IntStream.rangeClosed(0, seeds - 2)
                .mapToDouble(stage.awari::size)
                .sum();
        double share = stage.shape.positions() / below;
        return (worker, offset) -> {
            double place = offset / share;
            int lower = seeds - 2;
            while (lower > 0 && place >= stage.awari.size(lower)) {
                place -= stage.awari.size(lower--);
            }
            int[] board = Boards.board(2 * pits, lower, (long) place);
            int[] row = new int[pits + 1];
            row[0] = stage.places.moverSeeds(board);
            System.arraycopy(board, pits, row, 1, pits);
            int number = Math.toIntExact(Boards.rank(row));
            int from = number - number % ConversionValues.ROWS_PER_TASK;
            int rows = Math.toIntExact(Boards.count(pits + 1, lower));
            int to = Math.min(rows, from + ConversionValues.ROWS_PER_TASK);
            if (filled.add(List.of(lower, from))) {
                long start = rowStart(lower, from);
                long end = to == rows ? stage.awari.size(lower) : rowStart(lower, to);
                stage.database.scores(lower).fill(start, end - start);
            }
            return filling.fill(seeds - lower, from, to) * share;
        };
    }

    /** Returns the offset of the first position of a row with some number. */
    private long rowStart(int lower, int number) {
        return PlainPlaces.rowStart(Boards.board(pits + 1, lower, number));
    }

    /** A rectangle of tiles of two blocks. */
    private Task sweeps() {
        PartSweeps[] sweeps = new PartSweeps[stage.pool.threads()];
        Arrays.setAll(
                sweeps,
                i -> new PartSweeps(
                        layer.blocks,
                        layer.values,
                        layer.conversions,
                        layer.makeKernels(),
                        (block, tile, kernels) -> {}));
        return (worker, offset) -> {
            int[] board = stage.board(offset);
            int moverSeeds = stage.places.moverSeeds(board);
            int fewer = Math.min(moverSeeds, stage.seeds - moverSeeds);
            boolean moverHasFewer = moverSeeds == fewer;
            int few = PlainPlaces.side(board, moverHasFewer ? 0 : pits, pits) / Tile.WIDTH;
            int many = PlainPlaces.side(board, moverHasFewer ? pits : 0, pits) / Tile.WIDTH;
            int from = few - few % STRIPS;
            int to = (int) Math.min(stage.places.strips(fewer), from + STRIPS);
            LayerPart part = new LayerPart(stage.seeds, fewer, from, to);
            int together = TILES / (to - from);
            int tiles = (int) stage.places.strips(part.more());
            int task = (tiles - 1 - many) / together; // they begin at the far end
            sweeps[worker].sweep(PartTiles.tasks(stage.shape, part, TILES).get(task));
            int toMany = tiles - task * together;
            return sides(fewer, from, to)
                    * sides(part.more(), Math.max(0, toMany - together), toMany)
                    * (part.isSquare() ? 1 : 2);
        };
    }

    /** Returns the number of sides with a number of seeds in some tiles. */
    private double sides(int seeds, int from, int to) {
        return Math.min(stage.places.sides(seeds), (long) to * Tile.WIDTH) - (long) from * Tile.WIDTH;
    }

    /** Some chunks of the layer's file. */
    private Task packing() {
        Packing packing = Packing.of(-stage.seeds, stage.seeds);
        long most = (long) CHUNKS * LayerPacker.CHUNK;
        return (worker, offset) -> {
            long first = offset - offset % packing.wholeBytes();
            long count = Math.min(most, stage.shape.positions() - first);
            try {
                LayerPacker.ofScores(layer).pack(packing, first, count, (group, packed, length) -> {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return count;
        };
    }
}
