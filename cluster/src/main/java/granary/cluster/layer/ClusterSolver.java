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
import granary.cluster.layer.PartitionWork.Swept;
import granary.format.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Solves layers of awari on a cluster. The layer's positions are cut into partitions. In each superstep, a task loads some
 * partitions, together with the values that they need of other partitions as they were before the superstep. It sweeps over its
 * partitions a few times and writes those that have changed to new files. The layer is solved when a superstep changes nothing.
 * Then tasks bring the values into the order of the layer's file and pack them, and the driver writes them to that file.
 *
 * <p>The driver solves small layers by itself: a superstep would take longer.
 */
public final class ClusterSolver implements LayerSolver {
    /** Packed groups that the driver writes at a time. */
    private static final int GROUPS_AT_ONCE = 1 << 17;
    /** Bytes of files a position: its value, its conversion value, its value in another order, and its packed score. */
    private static final int BYTES = 4;
    /** A partition takes at most one in so many of a task's bytes, in each of two arrays: tasks can be given about as much. */
    private static final int PARTITION_SHARE = 4;

    private final Tasks tasks;
    private final Path database;
    private final Awari awari;
    private final SweepSolver small;
    private final Disk disk = new Disk();
    private final long taskBytes;
    private final long smallLayer;

    /**
     * Makes a solver.
     *
     * @param database the database's directory, the same on all nodes
     * @param threads the number of threads that the driver uses
     * @param taskBytes about the most bytes of the partitions of one task, in both arrays
     * @param smallLayer the driver solves layers with fewer positions by itself
     */
    public ClusterSolver(Tasks tasks, Path database, Awari awari, int threads, long taskBytes, long smallLayer) {
        this.tasks = tasks;
        this.database = database.toAbsolutePath();
        this.awari = awari;
        this.small = new SweepSolver(awari, threads, KernelChoice.automatic());
        this.taskBytes = taskBytes;
        this.smallLayer = smallLayer;
    }

    private boolean isSmall(int layer) {
        return layer == 0 || awari.size(layer) < smallLayer;
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
        LayerState found = LayerState.read(files);
        boolean resumes = found != null
                && found.parent().equals(parent)
                && found.hasFiles(files, bytes(PartitionedLayer.partitions(awari, layer, found.partitionBytes())));
        long bytes = resumes ? found.partitionBytes() : begin(files, layer);
        PartitionWork work =
                new PartitionWork(database.toString(), layer, files, PartitionedLayer.partitions(awari, layer, bytes));
        LayerState state = resumes ? found : new LayerState(parent, bytes, convert(work, monitor));
        state.write(files, disk); // also deletes what a killed packing has left
        while (!state.isSolved()) {
            state = superstep(work, state, monitor);
            state.write(files, disk);
        }
        pack(work, state.values(), writer, monitor);
    }

    private long[] bytes(List<LayerPartition> partitions) {
        return PartitionedLayer.bytes(awari, partitions.getFirst().seeds(), partitions);
    }

    /** Begins with an empty directory, and returns the bytes of a partition. */
    private long begin(PartitionFiles files, int layer) throws IOException {
        files.delete();
        long needed = BYTES * awari.size(layer);
        long free = Files.getFileStore(database).getUsableSpace();
        if (needed > free) {
            throw new CheckFailedException("layer " + layer + " needs " + Units.bytes(needed) + " in " + database
                    + ", where " + Units.bytes(free) + " are free; the layers below are finished");
        }
        disk.createDirectories(files.directory());
        long share = 2 * awari.size(layer) / tasks.count(Long.MAX_VALUE);
        return Math.max(1, Math.min(taskBytes / PARTITION_SHARE, share));
    }

    /** Returns for each partition the file of its conversion values. */
    private List<String> convert(PartitionWork work, Monitor monitor) throws IOException {
        monitor.phase("conversion values");
        return tasks.run("layer " + work.seeds() + ": conversion values", work.numbers(), work::convert);
    }

    private LayerState superstep(PartitionWork work, LayerState state, Monitor monitor) throws IOException {
        monitor.check();
        int step = state.superstep() + 1;
        monitor.phase("superstep over " + work.partitions().size() + " partitions");
        List<String> values = state.values();
        List<String> conversions = state.conversions();
        List<Swept> swept = tasks.run(
                "layer " + work.seeds() + ", superstep " + step,
                groups(work),
                group -> work.sweep(group, conversions, values));
        long changed = swept.stream().mapToLong(Swept::changed).sum();
        monitor.sweep(step, changed);
        return state.next(swept.stream().flatMap(each -> each.files().stream()).toList(), changed == 0);
    }

    /**
     * Divides partitions among tasks. Changes spread within a task only, so there are just enough tasks to fill the cluster, unless their
     * memory does not suffice. Changes spread most between neighbouring pairs of blocks, which are neighbours in the list.
     */
    @SuppressWarnings("NonApiType") // the lists are sent to tasks, so they have to be serializable
    private List<ArrayList<Integer>> groups(PartitionWork work) {
        long[] bytes = bytes(work.partitions());
        long all = Arrays.stream(bytes).sum();
        long count = Math.max(tasks.slots(), (2 * all + taskBytes - 1) / taskBytes);
        List<ArrayList<Integer>> groups = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (groups.isEmpty() || before * count / all >= groups.size()) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(i);
            before += bytes[i];
        }
        return groups;
    }

    private void pack(PartitionWork work, List<String> values, LayerWriter writer, Monitor monitor) throws IOException {
        monitor.phase("packing");
        Packing packing = writer.packing();
        long positions = awari.size(work.seeds());
        long units = positions / packing.wholeBytes() / tasks.count(Long.MAX_VALUE) + 1;
        long rangeLength = units * packing.wholeBytes();
        String layer = "layer " + work.seeds() + ": ";
        List<String> rows = new ArrayList<>(
                tasks.run(layer + "rows", work.numbers(), partition -> work.rows(partition, values.get(partition))));
        int rangeCount = Math.toIntExact((positions + rangeLength - 1) / rangeLength);
        List<Integer> ranges = IntStream.range(0, rangeCount).boxed().toList();
        List<String> packed = tasks.run(layer + "packing", ranges, range -> work.pack(range, rows, rangeLength));
        monitor.check();
        for (int range = 0; range < rangeCount; range++) {
            write(work.files().resolve(packed.get(range)), range * rangeLength / packing.digits(), packing, writer);
        }
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
}
