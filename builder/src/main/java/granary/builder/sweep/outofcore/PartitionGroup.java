package granary.builder.sweep.outofcore;

import granary.builder.sweep.partition.LayerPartition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Partitions that are worked on together.
 *
 * @param partitions the partitions
 * @param needs the pages of all that the work on them reads and changes
 */
record PartitionGroup(List<LayerPartition> partitions, BitSet needs) {
    /** Returns a number of the last partition, which is greater the later {@link LayerPartition#cut} cuts it off. */
    long last() {
        LayerPartition last = partitions.getLast();
        return (long) (last.seeds() - last.fewer()) << Integer.SIZE | last.toTile();
    }

    /** Returns the needs of the other groups of a round, in the order of their turns after one. */
    static List<BitSet> after(List<PartitionGroup> groups, int number) {
        List<BitSet> next = new ArrayList<>();
        for (int i = 1; i < groups.size(); i++) {
            next.add(groups.get((number + i) % groups.size()).needs());
        }
        return next;
    }
}
