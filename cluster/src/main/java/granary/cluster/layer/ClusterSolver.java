package granary.cluster.layer;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.WorkFiles;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.PartitionedLayer;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.partition.LayerPartition;
import granary.cluster.Tasks;
import granary.cluster.layer.PartitionWork.Converted;
import granary.cluster.layer.PartitionWork.Swept;
import granary.format.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Solves layers of awari on a cluster. The layer's positions are cut into partitions. In each superstep, tasks load every partition that may
 * still change, together with the values that it needs of other partitions as they were before the superstep. They sweep over the partition
 * a few times and write it to a new file. The layer is solved when no partition changes any more. Then tasks bring the values into the
 * order of the layer's file and pack them, and the driver writes them to that file.
 *
 * <p>The driver solves small layers by itself: a superstep would take longer.
 */
public final class ClusterSolver implements LayerSolver {
    /** Packed groups that the driver writes at a time. */
    private static final int GROUPS_AT_ONCE = 1 << 17;
    /** Bytes of files a position: its value, its conversion value, its value in another order, and its packed score. */
    private static final int BYTES = 4;
    /** Several tasks for each slot, so that all slots end at about the same time. */
    private static final int TASKS_PER_SLOT = 3;

    private final Tasks tasks;
    private final Path database;
    private final Awari awari;
    private final SweepSolver small;
    private final Disk disk = new Disk();
    private final Settings settings;
    private final Consumer<String> log;

    /**
     * Settings of the solver.
     *
     * @param partitionBytes the most bytes of a partition's values
     * @param taskBytes about the most bytes of the partitions of one task, in both arrays
     * @param smallLayer the driver solves layers with fewer positions by itself
     * @param sweeps the most sweeps over a partition in a superstep
     */
    public record Settings(long partitionBytes, long taskBytes, long smallLayer, int sweeps) {}

    /**
     * Makes a solver.
     *
     * @param database the database's directory, the same on all nodes
     * @param threads the number of threads that the driver uses
     * @param log receives a line for each superstep
     */
    public ClusterSolver(
            Tasks tasks, Path database, Awari awari, int threads, Settings settings, Consumer<String> log) {
        this.tasks = tasks;
        this.database = database.toAbsolutePath();
        this.awari = awari;
        this.small = new SweepSolver(awari, threads, KernelChoice.automatic());
        this.settings = settings;
        this.log = log;
    }

    private boolean isSmall(int layer) {
        return layer == 0 || awari.size(layer) < settings.smallLayer();
    }

    @Override
    public boolean isShared(int layer) {
        return !isSmall(layer);
    }

    @Override
    public String description() {
        return "sweep solver on Spark, " + tasks.slots() + " tasks at a time";
    }

    @Override
    public int threads() {
        return small.threads();
    }

    /** {@inheritDoc} The driver needs nothing for a layer that the executors solve. */
    @Override
    public LayerNeeds need(int layer) {
        return isSmall(layer) ? small.need(layer) : LayerNeeds.NONE;
    }

    @Override
    @SuppressWarnings("try") // the lock is held, and not used
    public void solve(int layer, LayerFiles lower, WorkingMemory memory, LayerWriter writer, Monitor monitor)
            throws IOException {
        if (isSmall(layer)) {
            small.solve(layer, lower, memory, writer, monitor);
            return;
        }
        PartitionFiles files = new PartitionFiles(
                new WorkFiles(database, awari.identity()).partitions(layer).toString());
        // Builds elsewhere that have this directory for their working memory leave what is locked.
        try (LockFile lock = LockFile.tryTake(files.directory())
                .orElseThrow(() -> new InvalidRequestException("another build uses " + files.path()))) {
            solve(layer, files, lower.digest(layer - 1), writer, monitor);
        }
    }

    private void solve(int layer, PartitionFiles files, String parent, LayerWriter writer, Monitor monitor)
            throws IOException {
        LayerState state = begin(files, layer, parent);
        PartitionWork work = new PartitionWork(database.toString(), layer, files, state.partitions());
        convert(work, state, monitor);
        while (!state.open().isEmpty()) {
            superstep(work, state, monitor);
        }
        pack(work, state, writer, monitor);
    }

    private LayerState begin(PartitionFiles files, int layer, String parent) throws IOException {
        LayerState state =
                LayerState.read(files, parent, partitions -> PartitionedLayer.bytes(awari, layer, partitions));
        if (state != null) {
            log.accept("layer " + layer + ": resuming after superstep " + state.superstep());
            state.write(disk); // what the packing had begun goes
            return state;
        }
        files.delete();
        long needed = BYTES * awari.size(layer);
        long free = Files.getFileStore(database).getUsableSpace();
        if (needed > free) {
            throw new CheckFailedException("layer " + layer + " needs " + Units.bytes(needed) + " in " + database
                    + ", where " + Units.bytes(free) + " are free; the layers below are finished");
        }
        disk.createDirectories(files.directory());
        long share = 2 * awari.size(layer) / ((long) TASKS_PER_SLOT * tasks.slots());
        long bytes = Math.max(1, Math.min(settings.partitionBytes(), share));
        List<LayerPartition> partitions = PartitionedLayer.partitions(awari, layer, bytes);
        return new LayerState(files, parent, partitions);
    }

    private void convert(PartitionWork work, LayerState state, Monitor monitor) throws IOException {
        List<Integer> missing = state.unconverted();
        if (missing.isEmpty()) {
            return;
        }
        monitor.phase("conversion values");
        long start = System.nanoTime();
        List<Converted> converted = tasks.run(
                "layer " + work.seeds() + ": conversion values of " + missing.size() + " partitions",
                missing,
                work::convert);
        for (int i = 0; i < missing.size(); i++) {
            state.converted(missing.get(i), converted.get(i));
        }
        state.write(disk);
        long needed = converted.stream().mapToLong(Converted::bytes).sum();
        log.accept(String.format(
                Locale.ROOT,
                "layer %d: %d partitions, which need %s of one another; conversion values %.2f s",
                work.seeds(),
                state.partitions().size(),
                Units.bytes(needed),
                seconds(start)));
    }

    private void superstep(PartitionWork work, LayerState state, Monitor monitor) throws IOException {
        monitor.check();
        int step = state.superstep() + 1;
        List<Integer> open = state.open();
        monitor.phase(
                "superstep over " + open.size() + " of " + state.partitions().size() + " partitions");
        long start = System.nanoTime();
        List<String> values = state.values();
        List<String> conversions = state.conversions();
        int most = settings.sweeps();
        List<ArrayList<Integer>> groups = groups(state, open);
        List<Swept> results = tasks
                .run(
                        "layer " + work.seeds() + ", superstep " + step + ": " + open.size() + " of "
                                + state.partitions().size() + " partitions",
                        groups,
                        group -> new ArrayList<>(work.sweep(group, conversions, values, most)))
                .stream()
                .flatMap(List::stream)
                .toList();
        state.swept(results);
        state.write(disk);
        long changed = results.stream().mapToLong(Swept::changed).sum();
        monitor.sweep(step, changed);
        log.accept(String.format(
                Locale.ROOT,
                "layer %d, superstep %d: %d changes in %d of %d partitions, at most %d sweeps; read %s, written %s, %.2f s",
                work.seeds(),
                step,
                changed,
                open.size(),
                state.partitions().size(),
                results.stream().mapToInt(Swept::sweeps).max().orElse(0),
                Units.bytes(results.stream().mapToLong(Swept::bytesRead).sum()),
                Units.bytes(results.stream().mapToLong(Swept::bytesWritten).sum()),
                seconds(start)));
    }

    /**
     * Divides partitions among tasks. Changes spread within a task only, so there are just enough tasks to fill the cluster, unless their
     * memory does not suffice. Changes spread most between neighbouring pairs of blocks, which are neighbours in the list.
     */
    @SuppressWarnings("NonApiType") // the lists are sent to tasks, so they have to be serializable
    private List<ArrayList<Integer>> groups(LayerState state, List<Integer> open) {
        List<LayerPartition> partitions =
                open.stream().map(state.partitions()::get).toList();
        long[] bytes = PartitionedLayer.bytes(awari, partitions.getFirst().seeds(), partitions);
        long all = Arrays.stream(bytes).sum();
        long count = Math.max(tasks.slots(), (2 * all + settings.taskBytes() - 1) / settings.taskBytes());
        List<ArrayList<Integer>> groups = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (groups.isEmpty() || before * count / all >= groups.size()) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(open.get(i));
            before += bytes[i];
        }
        return groups;
    }

    private void pack(PartitionWork work, LayerState state, LayerWriter writer, Monitor monitor) throws IOException {
        monitor.phase("packing");
        long start = System.nanoTime();
        Packing packing = writer.packing();
        long positions = awari.size(work.seeds());
        long units = positions / packing.wholeBytes() / ((long) TASKS_PER_SLOT * tasks.slots()) + 1;
        long rangeLength = units * packing.wholeBytes();
        List<String> values = state.values();
        String layer = "layer " + work.seeds() + ": ";
        List<Integer> numbers = IntStream.range(0, values.size()).boxed().toList();
        List<String> rows = new ArrayList<>(tasks.run(
                layer + "rows of " + values.size() + " partitions",
                numbers,
                partition -> work.rows(partition, values.get(partition))));
        int rangeCount = Math.toIntExact((positions + rangeLength - 1) / rangeLength);
        List<Integer> ranges = IntStream.range(0, rangeCount).boxed().toList();
        List<String> packed = tasks.run(
                layer + "packing of " + rangeCount + " ranges", ranges, range -> work.pack(range, rows, rangeLength));
        monitor.check();
        for (int range = 0; range < rangeCount; range++) {
            write(work.files().resolve(packed.get(range)), range * rangeLength / packing.digits(), packing, writer);
        }
        log.accept(String.format(Locale.ROOT, "%spacked %.2f s", layer, seconds(start)));
    }

    private static void write(Path packed, long firstGroup, Packing packing, LayerWriter writer) throws IOException {
        byte[] bytes = new byte[(int) packing.groupBytes((long) GROUPS_AT_ONCE * packing.digits())];
        long group = firstGroup;
        try (InputStream in = Files.newInputStream(packed)) {
            for (int length = in.readNBytes(bytes, 0, bytes.length);
                    length > 0;
                    length = in.readNBytes(bytes, 0, bytes.length)) {
                writer.writePacked(group, bytes, length);
                group += GROUPS_AT_ONCE;
            }
        }
        Files.delete(packed);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
