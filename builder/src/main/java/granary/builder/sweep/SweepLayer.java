package granary.builder.sweep;

import granary.builder.WorkerPool;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.StateNote;
import granary.builder.memory.WorkingMemory;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.PredecessorTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/** A layer in working memory, with all that the phases of solving it have in common. */
final class SweepLayer {
    /** The least that a page of memory is long. */
    private static final int PAGE = 4096;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** Some huge pages. */
    private static final long TOUCHED_TOGETHER = 1 << 22;

    final LayerShape shape;
    final SideTables tables;
    final WorkerPool pool;
    final Kernels kernels;
    final MoverBlock[] blocks;
    final PredecessorTable[] predecessors;
    /** For each number of seeds on a side, in file order of the sides, their places in work order. */
    final List<int[]> workIndexes;

    final MemorySegment values;
    final MemorySegment conversions;
    /** The codes of distances, laid out like values. They take the place of the conversion values. */
    final MemorySegment distances;
    /** Tells what is in these arrays. */
    final StateNote note;

    SweepLayer(LayerShape shape, SideTables tables, WorkerPool pool, Kernels kernels, WorkingMemory memory) {
        this(shape, tables, pool, kernels, memory.state(), memory.temporary(), memory.note());
    }

    /** Makes a layer in memory that need not be there all the time. */
    SweepLayer(
            LayerShape shape, SideTables tables, WorkerPool pool, Kernels kernels, FileWindow window, StateNote note) {
        this(shape, tables, pool, kernels, window.segment(), window.segment().asSlice(shape.workingBytes()), note);
    }

    private SweepLayer(
            LayerShape shape,
            SideTables tables,
            WorkerPool pool,
            Kernels kernels,
            MemorySegment values,
            MemorySegment conversions,
            StateNote note) {
        this.shape = shape;
        this.tables = tables;
        this.pool = pool;
        this.kernels = kernels;
        tables.prepare(shape.seeds, pool);
        this.workIndexes = tables.workIndexes();
        this.blocks = tables.blocks(shape, kernels, pool);
        this.predecessors = tables.predecessors();
        long bytes = shape.workingBytes();
        this.values = values.asSlice(0, bytes);
        this.note = note;
        this.conversions = conversions.asSlice(0, bytes);
        this.distances = this.conversions;
    }

    /**
     * Has the threads touch the values, so that pages of fresh memory are made in parallel, and lie near the threads. The
     * conversion values are filled in parallel anyway.
     */
    void touch() {
        pool.forRange(values.byteSize(), TOUCHED_TOGETHER, (from, to) -> {
            for (long at = from; at < to; at += PAGE) {
                LONG.getAndBitwiseOr(values, at, 0L); // a plain store of what was just loaded would be optimised away
            }
        });
    }

    /** Returns the memory that a layer takes for scores. */
    static MemoryNeed memory(LayerShape shape) {
        return new MemoryNeed(shape.workingBytes(), shape.workingBytes(), shape.seeds, new PartPageOrder(shape, true));
    }

    /** Returns the memory that a layer takes for distances, too. */
    static MemoryNeed distanceMemory(LayerShape shape) {
        return new MemoryNeed(shape.workingBytes(), shape.workingBytes());
    }
}
