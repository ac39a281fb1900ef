package granary.builder.sweep.outofcore;

import granary.builder.WorkerPool;
import granary.builder.memory.WindowPages;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.part.LayerPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Divides a layer into {@link PartGroup groups of parts}, whose pages fit into a window. */
final class PartGroups {
    /** The share of the memory that a group may take: the rest is for what stays, and for the next group. */
    private static final double GROUP_SHARE = 0.7;
    /** The share of the memory for conversion values: each group reads the layers below again. */
    private static final double CONVERSION_SHARE = 0.8;
    /** The share of the memory that the parts of a group are tried with first, and how much less then, until it fits. */
    private static final double FIRST_TRY = 0.2;

    private static final double SMALLER = 0.7;
    /** Groups may be so much larger than parts, so that a group of one part and a bit is not two. */
    private static final double TOLERANCE = 1.1;

    private final LayerShape shape;
    private final PartPages pages;
    private final WindowPages window;
    private final WorkerPool pool;

    /**
     * Divides a layer.
     *
     * @param pool finds out what groups need
     */
    PartGroups(LayerShape shape, PartPages pages, WindowPages window, WorkerPool pool) {
        this.shape = shape;
        this.pages = pages;
        this.window = window;
        this.pool = pool;
    }

    /** Returns as few groups as can be whose conversion values fit, with the pages of these alone. */
    List<PartGroup> ofConversions() {
        long bytes = (long) (CONVERSION_SHARE * window.bytes());
        List<List<LayerPart>> together = new ArrayList<>();
        long sum = 0;
        LayerPart last = null;
        for (LayerPart part : LayerPart.cut(shape, bytes)) {
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
     * Returns groups that leave room for the next, or that just fit when none do.
     *
     * @throws granary.builder.CheckFailedException when the memory does not suffice
     */
    List<PartGroup> ofSweeps() {
        List<PartGroup> best = null;
        double bytes = FIRST_TRY * window.bytes();
        while (true) {
            List<PartGroup> tried = ofSweeps((long) bytes);
            PartGroup most = Collections.max(
                    tried, Comparator.comparingInt(group -> group.needs().cardinality()));
            int largest = most.needs().cardinality();
            if (largest <= GROUP_SHARE * window.budget()) {
                return tried;
            }
            if (best == null && largest <= window.budget()) {
                best = tried;
            }
            LayerPart first = most.parts().getFirst();
            if (most.parts().size() == 1 && first.toTile() - first.fromTile() == 1) { // no smaller group is possible
                if (best == null) {
                    throw window.tooSmallFor(largest);
                }
                return best;
            }
            bytes *= SMALLER;
        }
    }

    /**
     * Divides the layer into groups of about a given number of bytes in each array. The order is that of the seeds on the fuller side, most
     * first; it takes half the rounds that the opposite order takes.
     */
    private List<PartGroup> ofSweeps(long bytes) {
        List<LayerPart> parts = new ArrayList<>(LayerPart.cut(shape, Math.max(1, bytes)));
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
        pool.run(made.length, (worker, number) -> {
            List<LayerPart> group = together.get((int) number);
            made[(int) number] = new PartGroup(group, pages.needs(group));
        });
        return List.of(made);
    }
}
