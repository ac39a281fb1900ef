package granary.builder.sweep;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerSource;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartNeeds;
import granary.builder.sweep.part.PartPlaces;
import granary.builder.sweep.part.PartRows;
import granary.builder.sweep.part.PartSweeps;
import granary.builder.sweep.part.PartTiles;
import granary.format.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * A layer of awari that is solved in parts, by several processes, each with memory for a few parts only. A part may be computed
 * from older or newer values of the others: both are sound. The layer is solved when no part changes any more with the newest
 * values of all that it needs.
 *
 * <p>Parts are solved in two arrays of {@link #arrayBytes} bytes. Only the places of the parts and of what they need are touched, in
 * tiles of 64 lines of 64 bytes. So an array can be an anonymous mapping, whose pages the operating system makes when they are
 * touched.
 *
 * <p>Holds tables that depend on the layer alone. Any number of threads may use it.
 */
public final class PartedLayer {
    private final LayerShape shape;
    private final Kernels kernels;
    private final MoverBlock[] blocks;
    private final SideTables tables;
    private final PartPlaces places;
    private final int chunk;

    /**
     * The result of sweeps over some parts.
     *
     * @param sweeps the number of sweeps
     * @param changed for each part how many values changed
     * @param isSettled whether the last sweep changed nothing
     */
    public record Swept(int sweeps, List<Long> changed, boolean isSettled) {}

    /**
     * Makes the tables of a layer.
     *
     * @throws granary.builder.InvalidRequestException when a side has too many states for the tables
     */
    public PartedLayer(Awari awari, int seeds, KernelChoice choice) {
        this(awari, seeds, choice, LayerPacker.CHUNK);
    }

    PartedLayer(Awari awari, int seeds, KernelChoice choice, int chunk) {
        this.chunk = chunk;
        shape = new LayerShape(awari, seeds);
        kernels = choice.kernels(shape.positions());
        WorkerPool pool = new WorkerPool(1, Monitor.SILENT);
        tables = new SideTables(awari);
        tables.prepare(seeds, pool);
        blocks = tables.blocks(shape, kernels, pool);
        places = new PartPlaces(shape);
    }

    /** Cuts a layer into parts that take about a number of bytes in each array, or less. */
    public static List<LayerPart> parts(Awari awari, int seeds, long bytes) {
        return LayerPart.cut(new LayerShape(awari, seeds), bytes);
    }

    /** Returns the bytes that each of some parts takes in each array, and in a file. Makes no tables. */
    public static long[] bytes(Awari awari, int seeds, List<LayerPart> parts) {
        PartPlaces places = new PartPlaces(new LayerShape(awari, seeds));
        return parts.stream().mapToLong(places::bytes).toArray();
    }

    /** Returns the game. */
    public Awari game() {
        return shape.awari;
    }

    /** Returns the length of an array. */
    public long arrayBytes() {
        return shape.workingBytes();
    }

    /** Returns the bytes that a part takes in each array, and in a file. */
    public long bytes(LayerPart part) {
        return places.bytes(part);
    }

    /**
     * Computes the conversion values of a part.
     *
     * @param lower the layers below
     * @param conversions an array
     * @param file receives the values, {@link #bytes} of them
     * @throws granary.error.DatabaseException when a lower layer is missing or damaged
     */
    public void convert(LayerPart part, LayerSource lower, MemorySegment conversions, MemorySegment file) {
        WorkerPool pool = new WorkerPool(1, Monitor.SILENT);
        new ConversionValues(shape, blocks, tables, new WorkingArray(conversions), lower, pool, List.of(part))
                .fill(Monitor.SILENT, 0);
        places.conversions(part, (array, at, bytes) -> MemorySegment.copy(conversions, array, file, at, bytes));
    }

    /** Returns what some parts need of others, for {@link #load}. */
    public PartNeeds needs(List<LayerPart> parts) {
        return new PartNeeds(shape, blocks, parts);
    }

    /** Returns how many bytes of a part are needed. */
    public long bytes(PartNeeds needs, LayerPart part) {
        return places.loadValues(part, needs, null, null);
    }

    /**
     * Copies what is needed of a part's values from its file into an array, and returns the number of bytes.
     *
     * @param file the part's file
     */
    public long load(PartNeeds needs, LayerPart part, MemorySegment file, MemorySegment values) {
        return places.loadValues(part, needs, file, values);
    }

    /** Copies a part's values from its file into an array. */
    public void loadValues(LayerPart part, MemorySegment file, MemorySegment values) {
        places.values(part, (array, at, bytes) -> MemorySegment.copy(file, at, values, array, bytes));
    }

    /** Copies a part's conversion values from their file into an array. */
    public void loadConversions(LayerPart part, MemorySegment file, MemorySegment conversions) {
        places.conversions(part, (array, at, bytes) -> MemorySegment.copy(file, at, conversions, array, bytes));
    }

    /** Copies a part's values from an array into its file. */
    public void saveValues(LayerPart part, MemorySegment values, MemorySegment file) {
        places.values(part, (array, at, bytes) -> MemorySegment.copy(values, array, file, at, bytes));
    }

    /**
     * Sweeps over some parts until a sweep changes nothing, but at most a number of times.
     *
     * @param values has the parts' values and what they need of others
     * @param conversions has the parts' conversion values
     * @param most the most sweeps
     */
    public Swept sweep(List<LayerPart> parts, MemorySegment values, MemorySegment conversions, int most) {
        PartSweeps sweeps = new PartSweeps(
                blocks,
                new WorkingArray(values),
                new WorkingArray(conversions),
                kernels.make(false),
                (block, tile, changed) -> {});
        long[] all = new long[parts.size()];
        for (int sweep = 1; ; sweep++) {
            long sum = 0;
            for (int i = 0; i < all.length; i++) {
                long changed = sweeps.sweep(PartTiles.all(shape, parts.get(i)));
                all[i] += changed;
                sum += changed;
            }
            if (sum == 0 || sweep == most) {
                return new Swept(sweep, Arrays.stream(all).boxed().toList(), sum == 0);
            }
        }
    }

    /**
     * Writes a part's values in the order of the layer's file.
     *
     * @param values has the part's values
     * @throws IOException when the stream does
     */
    public void writeRows(LayerPart part, MemorySegment values, OutputStream rows) throws IOException {
        PartRows.write(shape, part, new WorkingArray(values), (row, length) -> rows.write(row, 0, length));
    }

    /** Returns the rows of the layer's parts. They tell where a range of the layer's file begins in the rows of each part. */
    public PartRows rows(List<LayerPart> parts) {
        return new PartRows(shape, parts);
    }

    /**
     * Packs a range of the layer's file.
     *
     * @param rows the rows of all parts
     * @param streams for each part what {@link #writeRows} wrote, from the row of the first position on: {@link PartRows#before}
     * @param packing the file's
     * @param first rank of the range's first position, a multiple of the packing's {@code wholeBytes()}
     * @param count the number of positions
     * @param out receives the groups
     * @throws java.io.UncheckedIOException when rows cannot be read
     * @throws IOException when the groups cannot be written
     */
    public void pack(
            PartRows rows, List<InputStream> streams, Packing packing, long first, long count, OutputStream out)
            throws IOException {
        WorkerPool pool = new WorkerPool(1, Monitor.SILENT);
        List<PartRows.Source> sources = streams.stream().map(PartRows::source).toList();
        new LayerPacker(shape, rows.lines(sources), null, tables.workIndexes(), pool, chunk)
                .pack(packing, first, count, (group, packed, length) -> out.write(packed, 0, length));
    }
}
