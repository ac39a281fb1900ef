package granary.builder.sweep.outofcore;

import granary.builder.Monitor;
import granary.builder.memory.FileWindow;
import granary.builder.store.LayerSource;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.part.PartPageOrder;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Solves a layer whose arrays do not fit into the memory, {@link PartGroup group of parts} by group of parts: what a group
 * reads is brought into memory, its values are {@link OutOfCoreSweeps swept over}, and go back to the file when they have to
 * make room. The smaller the groups the less has to be in memory at once, and the more of it can stay.
 */
public final class OutOfCoreLayer {
    /** The share of the memory for what is packed at a time, so that the next fits beside it. */
    private static final double PACKING_SHARE = 0.45;
    /** About the most groups, each with a set of the pages that it needs: 20 to 60 with a quarter of the memory. */
    private static final int PAGE_SETS = 64;

    private final SweepLayer layer;
    private final FileWindow window;
    private final Monitor monitor;
    private final IntFunction<Candidates> candidates;
    private final PartPages pages;
    private final PartGroups groups;
    private final List<PartGroup> sweepGroups;

    /**
     * Begins.
     *
     * @param candidates makes room for a number of candidates
     * @throws granary.builder.CheckFailedException when the memory does not suffice
     */
    public OutOfCoreLayer(SweepLayer layer, FileWindow window, Monitor monitor, IntFunction<Candidates> candidates) {
        this.layer = layer;
        this.window = window;
        this.monitor = monitor;
        this.candidates = candidates;
        this.pages = new PartPages(layer.shape, layer.blocks, window.pages());
        this.groups = new PartGroups(layer.shape, pages, window.pages(), layer.pool);
        this.sweepGroups = groups.ofSweeps();
    }

    /** Returns the most heap that a layer takes beyond what it takes in memory. */
    public static long heapBytes(LayerShape shape, int threads) {
        return FileWindow.heapBytes(2 * shape.workingBytes(), PAGE_SETS)
                + OutOfCoreSweeps.heapBytes(shape.positions())
                + threads * CandidateFinder.HEAP_BYTES;
    }

    /**
     * Fills all conversion values in.
     *
     * @param lower the layers below
     * @param progress how many steps of progress it is
     */
    public void fillConversions(LayerSource lower, long progress) throws IOException {
        monitor.phase("conversion values");
        List<PartGroup> all = groups.ofConversions();
        List<BitSet> needs = all.stream().map(PartGroup::needs).toList();
        for (int i = 0; i < needs.size(); i++) {
            window.load(needs.get(i), needs.subList(i + 1, needs.size()));
            new ConversionValues(layer, lower, all.get(i).parts()).fill(monitor, progress / needs.size());
            window.changed(needs.get(i));
        }
    }

    /**
     * Sweeps until nothing changes.
     *
     * @param steps how many steps of progress it is
     */
    public void sweep(long steps) throws IOException {
        new OutOfCoreSweeps(layer, window, pages, sweepGroups, candidates).run(monitor, steps);
    }

    /**
     * Writes the finished values to the layer's file.
     *
     * @param steps how many steps of progress it is
     */
    public void pack(LayerWriter writer, long steps) throws IOException {
        monitor.phase("packing");
        window.arrange(new PartPageOrder(layer.shape, false));
        OutOfCorePacker packer = new OutOfCorePacker(layer, window, pages, writer, (long)
                (PACKING_SHARE * window.pages().bytes()));
        packer.writeRows();
        monitor.advance(steps / 2);
        packer.pack();
        monitor.advance(steps - steps / 2);
    }
}
