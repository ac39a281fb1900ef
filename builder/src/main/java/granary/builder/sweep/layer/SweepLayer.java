package granary.builder.sweep.layer;

import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.PredecessorTable;
import granary.builder.sweep.table.TableBytes;
import granary.format.Packing;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * A layer in working memory, with the tables, kernels and threads that all phases of solving it use. The arrays' bytes may be read
 * and written by any number of threads.
 */
public final class SweepLayer {
    /** The least length of a page of memory. */
    private static final int PAGE = 4096;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** Some huge pages. */
    private static final long TOUCHED_TOGETHER = 1 << 22;

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
    /** The conversion value of each position; later the distances. */
    public final WorkingArray conversions;
    /** The codes of distances, laid out like values. They take the place of the conversion values. */
    final WorkingArray distances;

    /**
     * Makes a layer.
     *
     * @param values an array, all of which is in memory or some pages of it
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
        this.workIndexes = tables.workIndexes();
        this.blocks = tables.blocks(shape, kernels, pool);
        this.predecessors = tables.predecessors();
        this.values = values;
        this.conversions = conversions;
        this.distances = conversions;
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
        this.distances = conversions;
    }

    /** Returns the same layer with arrays for another quantity. */
    public SweepLayer beside(WorkingArray otherValues, WorkingArray otherConversions) {
        return new SweepLayer(this, otherValues, otherConversions);
    }

    /** Makes kernels for one thread. */
    public TileKernels makeKernels() {
        return kernels.make(values.isPaged());
    }

    /**
     * Has all threads touch the values, so that the operating system makes the pages in parallel and places them near the threads.
     * The conversion values are filled in by all threads anyway.
     */
    public void touch() {
        pool.forRange(shape.workingBytes(), TOUCHED_TOGETHER, (from, to) -> {
            for (long at = from; at < to; at += PAGE) {
                LONG.getAndBitwiseOr(
                        values.memory, at, 0L); // a plain store of what was just loaded would be optimised away
            }
        });
    }

    /** Has all threads set both arrays to zeros, and so touch them first, as {@link #touch} does. */
    public void clear() {
        pool.forRange(shape.workingBytes(), TOUCHED_TOGETHER, (from, to) -> {
            values.fill(from, to - from, (byte) 0);
            conversions.fill(from, to - from, (byte) 0);
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
        // The predecessors are made in parts, which are joined.
        return tables.kept()
                + tables.predecessors()
                + Math.max(tables.predecessors(), tables.shuffles() + threads * buffers);
    }
}
