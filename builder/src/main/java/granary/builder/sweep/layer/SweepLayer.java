package granary.builder.sweep.layer;

import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.PredecessorTable;
import granary.builder.sweep.table.TableBytes;
import granary.format.Packing;
import java.util.List;

/**
 * A layer in working memory, with the tables, kernels and threads that all phases of solving it use. The arrays' bytes may be read
 * and written by any number of threads.
 */
public final class SweepLayer {
    /** Bytes that one task clears: some huge pages. */
    private static final long CLEARED_TOGETHER = 1 << 22;

    /** Positions that one task reads. A row may be cut between two tasks. */
    private static final int READ_TOGETHER = 1 << 18;

    /** The layout of the arrays. */
    public final LayerShape shape;

    final SideTables tables;
    /** The threads. */
    public final WorkerPool pool;
    /** The inner loops. */
    public final Kernels kernels;
    /** The blocks, by the mover's seeds. */
    public final MoverBlock[] blocks;
    /** The predecessors, by the seeds of the side that is left. */
    public final PredecessorTable[] predecessors;
    /** The places of sides in work order, by their number of seeds and then in file order. */
    public final List<int[]> workIndexes;

    /** The value of each position to the player who moved there. */
    public final WorkingArray values;
    /** The conversion value of each position; later the codes of the distances, laid out like values. */
    public final WorkingArray conversions;

    /**
     * Makes a layer.
     *
     * @param values an array, all of which is in memory or some pages of it; null for {@link #with} alone
     * @param conversions another
     */
    public SweepLayer(
            LayerShape shape,
            SideTables tables,
            WorkerPool pool,
            Kernels kernels,
            WorkingArray values,
            WorkingArray conversions) {
        this.shape = shape;
        this.tables = tables;
        this.pool = pool;
        this.kernels = kernels;
        tables.prepare(shape.seeds, pool);
        this.workIndexes = tables.workIndexes;
        this.blocks = tables.blocks(shape, kernels, pool);
        this.predecessors = tables.predecessors;
        this.values = values;
        this.conversions = conversions;
    }

    private SweepLayer(SweepLayer other, WorkingArray values, WorkingArray conversions) {
        this.shape = other.shape;
        this.tables = other.tables;
        this.pool = other.pool;
        this.kernels = other.kernels;
        this.workIndexes = other.workIndexes;
        this.blocks = other.blocks;
        this.predecessors = other.predecessors;
        this.values = values;
        this.conversions = conversions;
    }

    /** Returns the same layer with other arrays. */
    public SweepLayer with(WorkingArray otherValues, WorkingArray otherConversions) {
        return new SweepLayer(this, otherValues, otherConversions);
    }

    /** Makes kernels for one thread. */
    public TileKernels makeKernels() {
        return kernels.make(values.isPaged());
    }

    /**
     * Has all threads set the values to zeros, so that the operating system makes the pages in parallel and places them near the
     * threads. The conversion values are filled in by all threads anyway.
     */
    public void clear() {
        pool.forRange(shape.workingBytes(), CLEARED_TOGETHER, (from, to) -> values.fill(from, to - from, (byte) 0));
    }

    /**
     * Has all threads read the scores of the finished layer from its file: the inverse of {@link LayerPacker}.
     *
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public void read(RowDecoder finished) {
        pool.forRange(shape.positions(), READ_TOGETHER, (from, to) -> read(finished, from, (int) (to - from)));
    }

    /** Reads a number of scores from a rank on. */
    public void read(RowDecoder finished, long first, int count) {
        byte[] scores = new byte[count + RowDecoder.SLACK];
        int decoded = finished.decode(first, count, scores);
        shape.forEachRow(first, count, (mine, opponent, skip, length, done) -> {
            int[] indexes = workIndexes.get(mine);
            ArrayBlock block = shape.block(mine);
            for (int i = 0; i < length; i++) {
                long place = block.place(opponent, indexes[skip + i]);
                values.set(place, (byte) -scores[decoded + done + i]);
            }
        });
    }

    /**
     * Returns the most heap that a layer takes: tables, then also the buffers of each thread.
     *
     * @param packing of the scores, or of what is packed from two arrays
     * @param arrays how many arrays are packed together
     */
    public static long heapBytes(LayerShape shape, int threads, Packing packing, int arrays) {
        TableBytes tables = new TableBytes(shape.awari, shape.seeds);
        long row = shape.sides(Math.max(0, shape.seeds - 2)); // of conversion values
        long buffers = Math.max(
                Math.max(ChangePropagation.HEAP_BYTES + TileKernels.HEAP_BYTES, row),
                LayerPacker.heapBytes(shape, packing, arrays));
        return tables.kept() + tables.predecessors() + tables.shuffles() + threads * buffers;
    }
}
