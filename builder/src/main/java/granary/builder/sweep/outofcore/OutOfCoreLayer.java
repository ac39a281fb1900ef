package granary.builder.sweep.outofcore;

import granary.builder.Monitor;
import granary.builder.memory.FileWindow;
import granary.builder.store.LayerSource;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartPageOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Solves a layer whose arrays do not fit into the memory, {@link PartGroup group of parts} by group of parts: what a group
 * reads is brought into memory, its values are {@link OutOfCoreSweeps swept over}, and go back to the file when they have to
 * make room. The smaller the groups the less has to be in memory at once, and the more of it can stay.
 */
public final class OutOfCoreLayer {
    /** The share of the memory that a group may take: the rest is for what stays, and for the next group. */
    private static final double GROUP_SHARE = 0.7;
    /** The share of the memory for what is packed at a time, so that the next fits beside it. */
    private static final double PACKING_SHARE = 0.45;
    /** The share of the memory for conversion values: each group reads the layers below again. */
    private static final double CONVERSION_SHARE = 0.8;
    /** The share of the memory that the parts of a group are tried with first, and how much less then, until it fits. */
    private static final double FIRST_TRY = 0.2;

    private static final double SMALLER = 0.7;
    /** Nothing is gained by smaller parts: they are a strip wide. */
    private static final long SMALLEST_PART = 1 << 10;
    /** Groups may be so much larger than parts, so that a group of one part and a bit is not two. */
    private static final double TOLERANCE = 1.1;

    /** About the most groups, each with a set of the pages that it needs: 20 to 60 with a quarter of the memory. */
    private static final int PAGE_SETS = 64;

    private final SweepLayer layer;
    private final FileWindow window;
    private final Monitor monitor;
    private final IntFunction<Candidates> candidates;
    private final PartPages pages;
    private final List<PartGroup> groups;

    /**
     * Begins.
     *
     * @param candidates makes room for so many
     * @throws granary.builder.CheckFailedException when the memory does not suffice
     */
    public OutOfCoreLayer(SweepLayer layer, FileWindow window, Monitor monitor, IntFunction<Candidates> candidates) {
        this.layer = layer;
        this.window = window;
        this.monitor = monitor;
        this.candidates = candidates;
        this.pages = new PartPages(layer, window);
        this.groups = groups();
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
        List<PartGroup> all = conversionGroups((long) (CONVERSION_SHARE * window.bytes()));
        List<BitSet> needs = all.stream().map(PartGroup::needs).toList();
        for (int i = 0; i < needs.size(); i++) {
            window.load(needs.get(i), needs.subList(i + 1, needs.size()));
            new ConversionValues(layer, lower, all.get(i).parts()).fill(monitor, progress / needs.size());
            window.changed(needs.get(i));
        }
    }

    /** Divides the layer into as few groups as can be whose conversion values take so many bytes at most. */
    private List<PartGroup> conversionGroups(long bytes) {
        List<List<LayerPart>> together = new ArrayList<>();
        long sum = 0;
        LayerPart last = null;
        for (LayerPart part : LayerPart.cut(layer.shape, bytes)) {
            sum += pages.bytes(part);
            if (last == null || last.fewer() == part.fewer() || sum > bytes) {
                together.add(new ArrayList<>());
                sum = pages.bytes(part);
            }
            together.getLast().add(part);
            last = part;
        }
        return together.stream()
                .map(group -> new PartGroup(group, pages.conversions(group)))
                .toList();
    }

    /**
     * Sweeps until nothing changes.
     *
     * @param steps how many steps of progress it is
     */
    public void sweep(long steps) throws IOException {
        new OutOfCoreSweeps(layer, window, pages, groups, candidates).run(monitor, steps);
    }

    /** Divides the layer into groups that leave room for the next, or that just fit when none do. */
    private List<PartGroup> groups() {
        List<PartGroup> best = null;
        double bytes = FIRST_TRY * window.bytes();
        while (true) {
            List<PartGroup> tried = groups((long) bytes);
            long largest = tried.stream()
                    .mapToLong(group -> group.needs().cardinality())
                    .max()
                    .orElse(0);
            if (largest <= GROUP_SHARE * window.budget()) {
                return tried;
            }
            if (best == null && largest <= window.budget()) {
                best = tried;
            }
            if (bytes < SMALLEST_PART) {
                if (best == null) {
                    throw window.tooSmallFor(largest);
                }
                return best;
            }
            bytes *= SMALLER;
        }
    }

    /**
     * Divides the layer into groups of about so many bytes in each array. The order is that of the seeds on the fuller side, most
     * first; it takes half the rounds that the opposite order takes.
     */
    private List<PartGroup> groups(long bytes) {
        List<LayerPart> parts = new ArrayList<>(LayerPart.cut(layer.shape, Math.max(1, bytes)));
        parts.sort(Comparator.comparingInt(LayerPart::fewer)
                .thenComparing(Comparator.comparingInt(LayerPart::fromTile).reversed()));
        List<List<LayerPart>> together = new ArrayList<>();
        long sum = 0;
        for (LayerPart part : parts) {
            long more = pages.bytes(part);
            sum += more;
            if (together.isEmpty() || sum > TOLERANCE * bytes) {
                together.add(new ArrayList<>());
                sum = more;
            }
            together.getLast().add(part);
        }
        PartGroup[] made = new PartGroup[together.size()];
        layer.pool.run(made.length, (worker, number) -> {
            List<LayerPart> group = together.get((int) number);
            made[(int) number] = new PartGroup(group, pages.needs(group));
        });
        return List.of(made);
    }

    /**
     * Writes the finished values to the layer's file.
     *
     * @param steps how many steps of progress it is
     */
    public void pack(LayerWriter writer, long steps) throws IOException {
        monitor.phase("packing");
        window.arrange(new PartPageOrder(layer.shape, false));
        OutOfCorePacker packer =
                new OutOfCorePacker(layer, window, pages, writer, (long) (PACKING_SHARE * window.bytes()));
        packer.writeRows();
        monitor.advance(steps / 2);
        packer.pack();
        monitor.advance(steps - steps / 2);
    }
}
