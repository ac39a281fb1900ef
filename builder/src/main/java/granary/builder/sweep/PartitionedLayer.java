package granary.builder.sweep;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerFiles;
import granary.builder.store.Quantity;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.PartitionSweeps;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.layer.SweepTask;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionNeeds;
import granary.builder.sweep.partition.PartitionPlaces;
import granary.builder.sweep.partition.PartitionRows;
import granary.format.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A layer of awari that is solved in partitions, by several processes, each with memory for a few partitions only. A partition may be
 * computed from older or newer values of the others: both are sound. The layer is solved when no partition changes any more with the
 * newest values of all that it needs.
 *
 * <p>Partitions are solved in two arrays of {@link #arrayBytes} bytes. Only the places of the partitions and of what they need are
 * touched, in tiles of 64 lines of 64 bytes. So an array can be an anonymous mapping, whose pages the operating system makes when they
 * are touched.
 *
 * <p>Holds tables that depend on the layer alone. Any number of threads may use it.
 */
public final class PartitionedLayer {
    /** Without arrays. */
    private final SweepLayer layer;

    private final PartitionPlaces places;
    private final int packedTogether;

    /**
     * Makes the tables of a layer.
     *
     * @throws granary.builder.InvalidRequestException when a side has too many states for the tables
     */
    public PartitionedLayer(Awari awari, int seeds, KernelChoice choice) {
        this(awari, seeds, choice, LayerPacker.PACKED_TOGETHER);
    }

    PartitionedLayer(Awari awari, int seeds, KernelChoice choice, int packedTogether) {
        this.packedTogether = packedTogether;
        LayerShape shape = new LayerShape(awari, seeds);
        Kernels kernels = choice.kernels(shape.positions());
        layer = new SweepLayer(shape, new SideTables(awari), new WorkerPool(1, Monitor.SILENT), kernels, null, null);
        places = new PartitionPlaces(shape);
    }

    /** Cuts a layer into partitions that take about a number of bytes in each array, or less. */
    public static List<LayerPartition> partitions(Awari awari, int seeds, long bytes) {
        return LayerPartition.cut(new LayerShape(awari, seeds), bytes);
    }

    /** Returns the bytes that each of some partitions takes in each array, and in a file. Makes no tables. */
    public static long[] bytes(Awari awari, int seeds, List<LayerPartition> partitions) {
        PartitionPlaces places = new PartitionPlaces(new LayerShape(awari, seeds));
        return partitions.stream().mapToLong(places::bytes).toArray();
    }

    /** Returns the game. */
    public Awari game() {
        return layer.shape.awari;
    }

    /** Returns the length of an array. */
    public long arrayBytes() {
        return layer.shape.workingBytes();
    }

    /** Returns the bytes that a partition takes in each array, and in a file. */
    public long bytes(LayerPartition partition) {
        return places.bytes(partition);
    }

    /**
     * Computes the conversion values of a partition, in an array, and copies them to its file.
     *
     * @throws granary.error.DatabaseException when a lower layer is missing or damaged
     */
    public void convert(LayerPartition partition, LayerFiles lower, MemorySegment conversions, MemorySegment file) {
        SweepLayer own = layer.with(null, new WorkingArray(conversions));
        new ConversionValues(Quantity.SCORE, own, lower, List.of(partition)).fill(Monitor.SILENT, 0);
        places.conversions(partition, (array, at, bytes) -> MemorySegment.copy(conversions, array, file, at, bytes));
    }

    /** Returns the strips that some partitions need of others, for {@link #loadValues}. */
    public PartitionNeeds needs(List<LayerPartition> partitions) {
        return new PartitionNeeds(layer.shape, layer.blocks, partitions);
    }

    /**
     * Copies a partition's values from its file into an array.
     *
     * @param needs what of them is needed, or null to copy all
     */
    public void loadValues(LayerPartition partition, PartitionNeeds needs, MemorySegment file, MemorySegment values) {
        PartitionPlaces.RunVisitor copy = (array, at, bytes) -> MemorySegment.copy(file, at, values, array, bytes);
        if (needs == null) {
            places.values(partition, copy);
        } else {
            places.values(partition, needs, copy);
        }
    }

    /** Copies a partition's conversion values from their file into an array. */
    public void loadConversions(LayerPartition partition, MemorySegment file, MemorySegment conversions) {
        places.conversions(partition, (array, at, bytes) -> MemorySegment.copy(file, at, conversions, array, bytes));
    }

    /** Copies a partition's values from an array into its file. */
    public void saveValues(LayerPartition partition, MemorySegment values, MemorySegment file) {
        places.values(partition, (array, at, bytes) -> MemorySegment.copy(values, array, file, at, bytes));
    }

    /**
     * Sweeps over partitions until a sweep changes nothing, but at most a number of times.
     *
     * @param values has the partitions' values and those that they need of others
     * @param conversions has the partitions' conversion values
     * @return for each partition how many values changed
     */
    public long[] sweep(List<LayerPartition> partitions, MemorySegment values, MemorySegment conversions, int most) {
        SweepLayer own = layer.with(new WorkingArray(values), new WorkingArray(conversions));
        PartitionSweeps sweeps = new PartitionSweeps(own, (block, mover, opponent, opponents, kernels) -> {});
        long[] all = new long[partitions.size()];
        long sum = 1;
        for (int sweep = 0; sum > 0 && sweep < most; sweep++) {
            sum = 0;
            for (int i = 0; i < all.length; i++) {
                long changed = SweepTask.of(layer.shape, partitions.get(i), Integer.MAX_VALUE).stream()
                        .mapToLong(sweeps::sweep)
                        .sum();
                all[i] += changed;
                sum += changed;
            }
        }
        return all;
    }

    /**
     * Writes a partition's values in the order of the layer's file.
     *
     * @throws IOException when the stream does
     */
    public void writeRows(LayerPartition partition, MemorySegment values, OutputStream rows) throws IOException {
        PartitionRows.write(
                layer.shape, partition, new WorkingArray(values), (row, length) -> rows.write(row, 0, length));
    }

    /** Returns the rows of the layer's partitions. They give the start of a range of the layer's file in the rows of each partition. */
    public PartitionRows rows(List<LayerPartition> partitions) {
        return new PartitionRows(layer.shape, partitions);
    }

    /**
     * Packs a range of the layer's file.
     *
     * @param streams for each partition the output of {@link #writeRows}, from the row of the first position on: {@link
     *     PartitionRows#before}
     * @param first rank of the range's first position, a multiple of the packing's {@code wholeBytes()}
     * @throws java.io.UncheckedIOException when rows cannot be read
     * @throws IOException when the groups cannot be written
     */
    public void pack(
            PartitionRows rows, List<InputStream> streams, Packing packing, long first, long count, OutputStream out)
            throws IOException {
        List<PartitionRows.Source> sources =
                streams.stream().map(PartitionRows::source).toList();
        new LayerPacker(layer, rows.lines(sources), packedTogether)
                .pack(packing, first, count, (group, packed, length) -> out.write(packed, 0, length));
    }
}
