package granary.builder.sweep.partition;

import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;

/**
 * The places of the bytes of a {@link LayerPartition}: in arrays laid out as {@link LayerShape} says, and in a file of its own, which
 * has them in the order of the array. Immutable.
 */
public final class PartitionPlaces {
    private final LayerShape shape;

    /** Uses the layout of a layer. */
    public PartitionPlaces(LayerShape shape) {
        this.shape = shape;
    }

    /** Is called for each run of a partition's bytes. */
    public interface RunVisitor {
        /** Takes its places in an array and in the file, and its length. */
        void visit(long array, long file, long bytes);
    }

    /** Returns the bytes that suffice for a partition in either array, and in a file. */
    public long bytes(LayerPartition partition) {
        long[] end = {0};
        RunVisitor longest = (array, file, bytes) -> end[0] = Math.max(end[0], file + bytes);
        values(partition, longest);
        conversions(partition, longest);
        return end[0];
    }

    /** Goes through the runs of a partition's values. */
    public void values(LayerPartition partition, RunVisitor visitor) {
        forEachStrip(partition, (x, strip, first, end, file) -> visit(x, strip, first, end, file, visitor));
    }

    /** Goes through the runs of a partition's values that other partitions need. */
    public void values(LayerPartition partition, PartitionNeeds needs, RunVisitor visitor) {
        forEachStrip(
                partition,
                (x, strip, first, end, file) -> needs.forEachRun(
                        x,
                        strip,
                        first,
                        end,
                        (from, to) -> visit(x, strip, from, to, file + ArrayBlock.lineBytes(from - first), visitor)));
    }

    private void visit(int x, int strip, int first, int end, long file, RunVisitor visitor) {
        visitor.visit(shape.block(x).place(first, strip * Tiles.WIDTH), file, ArrayBlock.lineBytes(end - first));
    }

    /** Takes lines of a strip in the block whose lines run over the sides with x seeds. */
    private interface StripVisitor {
        void visit(int x, int strip, int first, int end, long file);
    }

    /** Goes through some lines of all strips of the block of the fuller sides, then through some strips of the other block. */
    private void forEachStrip(LayerPartition partition, StripVisitor visitor) {
        int more = partition.more();
        int first = partition.fromTile() * Tiles.WIDTH;
        int end = first + lines(partition);
        long file = 0;
        for (int strip = 0; strip < Tiles.count(shape.sides(more)); strip++) {
            visitor.visit(more, strip, first, end, file);
            file += ArrayBlock.lineBytes(end - first);
        }
        for (int strip = partition.fromTile(); strip < partition.toTile() && !partition.isSquare(); strip++) {
            visitor.visit(partition.fewer(), strip, 0, shape.sides(more), file);
            file += ArrayBlock.lineBytes(shape.sides(more));
        }
    }

    /**
     * Goes through the runs of a partition's conversion values. In their array lines and strips are exchanged, so that the places
     * of a pair stay the same.
     */
    public void conversions(LayerPartition partition, RunVisitor visitor) {
        if (partition.isSquare()) {
            ArrayBlock fewer = shape.block(partition.fewer());
            long bytes = (partition.toTile() - partition.fromTile()) * fewer.stripBytes();
            visitor.visit(fewer.place(0, partition.fromTile() * Tiles.WIDTH), 0, bytes);
        } else {
            values(partition, visitor);
        }
    }

    /** Returns the number of sides with fewer seeds that belong to a partition. */
    public int lines(LayerPartition partition) {
        return Math.min(partition.toTile() * Tiles.WIDTH, shape.sides(partition.fewer()))
                - partition.fromTile() * Tiles.WIDTH;
    }
}
