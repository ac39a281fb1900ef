package granary.builder.sweep.outofcore;

import granary.builder.WorkerPool;
import granary.builder.memory.PoolPages;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.partition.LayerPartition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Divides a layer into groups of partitions whose pages fit into a buffer pool. */
final class PartitionGroups {
    /** The share of the memory that a group may take: the rest is for what stays, and for the next group. */
    private static final double GROUP_SHARE = 0.7;
    /** The share of the memory for conversion values: each group reads the layers below again. */
    private static final double CONVERSION_SHARE = 0.8;
    /** The share of the memory that the partitions of a group are tried with first, and how much less then, until it fits. */
    private static final double FIRST_TRY = 0.2;

    private static final double SMALLER = 0.7;
    /** Groups may exceed the tried size by this factor, so that one slightly larger partition is not divided. */
    private static final double TOLERANCE = 1.1;

    /**
     * Partitions that are worked on together.
     *
     * @param needs the pages of all that the work on them reads and changes
     */
    record Group(List<LayerPartition> partitions, BitSet needs) {
        /** Returns a number of the last partition, which is greater the later {@link LayerPartition#cut} cuts it off. */
        long last() {
            LayerPartition last = partitions.getLast();
            return (long) last.more() << Integer.SIZE | last.toTile();
        }
    }

    private final LayerShape shape;
    private final PartitionPages pages;
    private final PoolPages buffers;
    private final WorkerPool pool;

    /** Divides a layer, with the threads of a pool. */
    PartitionGroups(LayerShape shape, PartitionPages pages, PoolPages buffers, WorkerPool pool) {
        this.shape = shape;
        this.pages = pages;
        this.buffers = buffers;
        this.pool = pool;
    }

    /** Returns the fewest groups whose conversion values fit; they need only the pages of these. */
    List<Group> ofConversions() {
        long bytes = (long) (CONVERSION_SHARE * buffers.bytes());
        return together(LayerPartition.cut(shape, bytes), bytes, true).stream()
                .map(group -> new Group(group, pages.conversions(group)))
                .toList();
    }

    /**
     * Returns groups that leave room for the next, or that just fit when none do.
     *
     * @throws granary.builder.CheckFailedException when the memory does not suffice
     */
    List<Group> ofSweeps() {
        List<Group> best = null;
        double bytes = FIRST_TRY * buffers.bytes();
        while (true) {
            List<Group> tried = ofSweeps((long) bytes);
            Group most = Collections.max(
                    tried, Comparator.comparingInt(group -> group.needs().cardinality()));
            int largest = most.needs().cardinality();
            if (largest <= GROUP_SHARE * buffers.budget()) {
                return tried;
            }
            if (best == null && largest <= buffers.budget()) {
                best = tried;
            }
            LayerPartition first = most.partitions().getFirst();
            if (most.partitions().size() == 1
                    && first.toTile() - first.fromTile() == 1) { // no smaller group is possible
                if (best == null) {
                    throw buffers.tooSmallFor(largest);
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
    private List<Group> ofSweeps(long bytes) {
        List<LayerPartition> partitions = new ArrayList<>(LayerPartition.cut(shape, Math.max(1, bytes)));
        partitions.sort(Comparator.comparingInt(LayerPartition::fewer)
                .thenComparing(Comparator.comparingInt(LayerPartition::fromTile).reversed()));
        List<List<LayerPartition>> together = together(partitions, TOLERANCE * bytes, false);
        Group[] made = new Group[together.size()];
        pool.run(made.length, (worker, number) -> {
            List<LayerPartition> group = together.get((int) number);
            made[(int) number] = new Group(group, pages.needs(group));
        });
        return List.of(made);
    }

    /** Joins neighbouring partitions of up to a number of bytes in each array, and if wanted none of the same pair of blocks. */
    List<List<LayerPartition>> together(List<LayerPartition> partitions, double most, boolean ofDifferentPairs) {
        List<List<LayerPartition>> groups = new ArrayList<>();
        long sum = 0;
        for (LayerPartition partition : partitions) {
            sum += pages.bytes(partition);
            if (groups.isEmpty()
                    || sum > most
                    || ofDifferentPairs && groups.getLast().getLast().fewer() == partition.fewer()) {
                groups.add(new ArrayList<>());
                sum = pages.bytes(partition);
            }
            groups.getLast().add(partition);
        }
        return groups;
    }
}
