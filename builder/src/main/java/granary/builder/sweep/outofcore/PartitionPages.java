package granary.builder.sweep.outofcore;

import granary.builder.memory.PoolPages;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionNeeds;
import granary.builder.sweep.partition.PartitionPlaces;
import granary.builder.sweep.table.MoveTable;
import java.util.BitSet;
import java.util.List;

/** Maps layer partitions to pages of a buffer pool. It has all values first, then all conversion values. */
final class PartitionPages {
    private final LayerShape shape;
    private final MoverBlock[] blocks;
    private final PoolPages buffers;
    private final PartitionPlaces places;
    private final long conversions;

    /**
     * Uses the layout of a layer.
     *
     * @param blocks the layer's blocks, by the mover's seeds
     */
    PartitionPages(LayerShape shape, MoverBlock[] blocks, PoolPages buffers) {
        this.shape = shape;
        this.blocks = blocks;
        this.buffers = buffers;
        this.places = new PartitionPlaces(shape);
        this.conversions = shape.workingBytes();
    }

    /** Returns those of some partitions' values. */
    BitSet values(List<LayerPartition> partitions) {
        BitSet pages = new BitSet();
        for (LayerPartition partition : partitions) {
            places.values(partition, (array, file, bytes) -> buffers.addPages(pages, array, bytes));
        }
        return pages;
    }

    /** Returns those of some partitions' conversion values. */
    BitSet conversions(List<LayerPartition> partitions) {
        BitSet pages = new BitSet();
        for (LayerPartition partition : partitions) {
            places.conversions(partition, (array, file, bytes) -> buffers.addPages(pages, conversions + array, bytes));
        }
        return pages;
    }

    /** Returns those of all that a sweep over some partitions reads. */
    BitSet needs(List<LayerPartition> partitions) {
        BitSet pages = values(partitions);
        pages.or(conversions(partitions));
        new PartitionNeeds(shape, blocks, partitions)
                .values(shape, (place, bytes) -> buffers.addPages(pages, place, bytes));
        return pages;
    }

    /** Adds that of a position's value, and returns how many were new: 0 or 1. */
    int addOwn(MoverBlock block, int mover, int opponent, BitSet pages) {
        return add(block.values.place(opponent, mover), pages);
    }

    /** Adds those of all that the evaluation of a position reads and changes, and returns how many were new. */
    int addNeeds(MoverBlock block, int mover, int opponent, BitSet pages) {
        int more = addOwn(block, mover, opponent, pages);
        more += add(conversions + block.conversions.place(mover, opponent), pages);
        MoveTable table = block.table;
        for (int i = table.firstMove[mover]; i < table.firstMove[mover + 1]; i++) {
            int move = table.moves[i];
            long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponent);
            if (after >= 0) {
                more += add(after, pages);
            }
        }
        return more;
    }

    private int add(long place, BitSet pages) {
        int page = buffers.page(place);
        if (pages.get(page)) {
            return 0;
        }
        pages.set(page);
        return 1;
    }

    /** Returns the number of a partition's positions. */
    long positions(LayerPartition partition) {
        return (partition.isSquare() ? 1L : 2L) * places.lines(partition) * shape.sides(partition.more());
    }

    /** Returns the bytes that a partition takes in either array. */
    long bytes(LayerPartition partition) {
        return places.bytes(partition);
    }
}
