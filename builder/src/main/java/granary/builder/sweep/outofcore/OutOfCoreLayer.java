package granary.builder.sweep.outofcore;

import granary.builder.Monitor;
import granary.builder.memory.BufferPool;
import granary.builder.memory.PoolPages;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.store.Quantity;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.partition.PartitionPageOrder;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Solves a layer whose arrays do not fit into the memory, {@link PartitionGroups group of partitions} by group of partitions: the
 * pages that a group reads are brought into memory, its values are {@link OutOfCoreSweeps swept over}, and go back to the file when
 * they have to make room. The smaller the groups, the less has to be in memory at once, and the more of it can stay.
 */
public final class OutOfCoreLayer {
    /** The share of the memory for what is packed at a time, so that the next fits, too. */
    private static final double PACKING_SHARE = 0.45;
    /** About the most groups with all of the memory, each with a set of the pages that it needs, */
    private static final double GROUPS = 6;
    /** and the power of the share that is in memory by which they become more: 35 with a quarter of 48 seeds, 112 with a tenth. */
    private static final double MORE_GROUPS = 1.31;
    /** Bytes that a partition of one tile needs, by the square of the seeds, and sides: 1.02 to 1.23 if these are many pages. */
    private static final double LEAST = 1.25;
    /** If they are few, pages that it needs partly, by the square of the pits and the root of all pages: measured from 3 to 8 pits. */
    private static final double IN_PART = 1 / 6.0;

    /** Stands for a layer whose values are finished. Less stands for the partitions whose conversion values are filled in. */
    private static final long FINISHED = Long.MAX_VALUE;

    private final SweepLayer layer;
    private final BufferPool buffers;
    private final Monitor monitor;
    private final IntFunction<Candidates> candidates;
    private final PartitionPages pages;
    private final PartitionGroups groups;
    private final List<PartitionGroups.Group> sweepGroups;

    /**
     * Begins.
     *
     * @param candidates makes room for a number of candidates
     * @throws granary.builder.CheckFailedException when the memory does not suffice
     */
    public OutOfCoreLayer(SweepLayer layer, BufferPool buffers, Monitor monitor, IntFunction<Candidates> candidates) {
        this.layer = layer;
        this.buffers = buffers;
        this.monitor = monitor;
        this.candidates = candidates;
        this.pages = new PartitionPages(layer.shape, layer.blocks, buffers.pages());
        this.groups = new PartitionGroups(layer.shape, pages, buffers.pages(), layer.pool);
        this.sweepGroups = groups.ofSweeps();
    }

    /** Returns about the bytes of the working memory that have to be in memory at a time, at the least, and hardly less than that. */
    public static long leastBytes(LayerShape shape) {
        long all = 2 * shape.workingBytes();
        double needed = (double) shape.seeds * shape.seeds * shape.sides(shape.seeds);
        int page = PoolPages.pageBytes(all);
        double inPartition = IN_PART * shape.awari.pits() * shape.awari.pits() * Math.sqrt((double) all / page);
        return Math.min(all, (long) Math.max(LEAST * needed, needed + page * inPartition));
    }

    /** Returns the most heap that a layer takes beyond what it takes in memory, by the bytes of it that are in memory at a time. */
    public static long heapBytes(LayerShape shape, int threads, long budget) {
        double share = Math.max(budget, leastBytes(shape)) / (2.0 * shape.workingBytes());
        return BufferPool.heapBytes(2 * shape.workingBytes(), (int) (GROUPS * Math.pow(share, -MORE_GROUPS)))
                + OutOfCoreSweeps.heapBytes(shape.positions())
                + threads * CandidateFinder.HEAP_BYTES;
    }

    /**
     * Fills in all conversion values, except those of partitions that a killed build has filled in according to the buffer pool.
     *
     * @param lower the layers below
     * @param progress the steps of progress to report
     */
    public void fillConversions(LayerFiles lower, long progress) throws IOException {
        List<PartitionGroups.Group> all = groups.ofConversions();
        List<PartitionGroups.Group> left =
                all.stream().filter(each -> each.last() >= buffers.reached()).toList();
        List<BitSet> needs = left.stream().map(PartitionGroups.Group::needs).toList();
        long steps = progress / all.size();
        monitor.advance(steps * (all.size() - left.size()));
        for (int i = 0; i < needs.size(); i++) {
            monitor.phase(ConversionValues.PHASE);
            buffers.load(needs.get(i), needs.subList(i + 1, needs.size()));
            new ConversionValues(Quantity.SCORE, layer, lower, left.get(i).partitions()).fill(monitor, steps);
            buffers.changed(needs.get(i));
            buffers.reach(left.get(i).last() + 1L);
        }
    }

    /** Returns whether the values are finished, so that they need only be packed. */
    public boolean isFinished() {
        return buffers.reached() == FINISHED;
    }

    /** Sweeps until nothing changes, and reports steps of progress. */
    public void sweep(long steps) throws IOException {
        new OutOfCoreSweeps(layer, buffers, pages, sweepGroups, candidates).run(monitor, steps);
        buffers.reach(FINISHED);
    }

    /** Writes the finished values to the layer's file, and reports steps of progress. */
    public void pack(LayerWriter writer, long steps) throws IOException {
        monitor.phase(LayerPacker.PHASE);
        buffers.arrange(new PartitionPageOrder(layer.shape, false));
        long bytes = (long) (PACKING_SHARE * buffers.pages().bytes());
        OutOfCorePacker packer = new OutOfCorePacker(layer, buffers, pages, groups, writer, bytes);
        packer.writeRows();
        monitor.advance(steps / 2);
        packer.pack();
        monitor.advance(steps - steps / 2);
    }
}
