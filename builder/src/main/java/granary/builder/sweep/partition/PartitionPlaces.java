package granary.builder.sweep.partition;

import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

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
        long file = 0;
        ArrayBlock more = shape.block(partition.more());
        long lines = ArrayBlock.lineBytes(lines(partition));
        for (int strip = 0; strip < Tiles.count(shape.sides(partition.more())); strip++) {
            visitor.visit(more.place(partition.fromTile() * Tiles.WIDTH, strip * Tiles.WIDTH), file, lines);
            file += lines;
        }
        if (!partition.isSquare()) {
            strips(partition, file, visitor);
        }
    }

    /**
     * Goes through the runs of a partition's conversion values. In their array lines and strips are exchanged, so that the places
     * of a pair stay the same.
     */
    public void conversions(LayerPartition partition, RunVisitor visitor) {
        if (partition.isSquare()) {
            strips(partition, 0, visitor);
        } else {
            values(partition, visitor);
        }
    }

    private void strips(LayerPartition partition, long file, RunVisitor visitor) {
        ArrayBlock fewer = shape.block(partition.fewer());
        visitor.visit(
                fewer.place(0, partition.fromTile() * Tiles.WIDTH),
                file,
                (partition.toTile() - partition.fromTile()) * fewer.stripBytes());
    }

    /** Returns the number of sides with fewer seeds that belong to a partition. */
    public int lines(LayerPartition partition) {
        return Math.min(partition.toTile() * Tiles.WIDTH, shape.sides(partition.fewer()))
                - partition.fromTile() * Tiles.WIDTH;
    }

    /**
     * Copies what another partition needs of a partition's values from the file to the array.
     *
     * @param file null to copy nothing
     * @return the number of bytes
     */
    public long loadValues(LayerPartition partition, PartitionNeeds needs, MemorySegment file, MemorySegment values) {
        long[] sum = {0};
        RunVisitor copy = (array, at, bytes) -> {
            if (file != null) {
                MemorySegment.copy(file, at, values, array, bytes);
            }
            sum[0] += bytes;
        };
        ArrayBlock more = shape.block(partition.more());
        int first = partition.fromTile() * Tiles.WIDTH;
        int end = first + lines(partition);
        long lines = ArrayBlock.lineBytes(end - first);
        long at = 0;
        for (int strip = 0; strip < Tiles.count(shape.sides(partition.more())); strip++, at += lines) {
            int column = strip * Tiles.WIDTH;
            if (needs.strips[partition.more()].get(strip)) {
                copy.visit(more.place(first, column), at, lines);
                continue;
            }
            BitSet tiles = needs.tiles[partition.more()];
            for (int tile = tiles.nextSetBit(partition.fromTile());
                    tile >= 0 && tile < partition.toTile();
                    tile = tiles.nextSetBit(tile + 1)) {
                int line = tile * Tiles.WIDTH;
                int count = Math.min(Tiles.WIDTH, end - line);
                copy.visit(
                        more.place(line, column), at + ArrayBlock.lineBytes(line - first), ArrayBlock.lineBytes(count));
            }
        }
        if (!partition.isSquare()) {
            ArrayBlock fewer = shape.block(partition.fewer());
            for (int strip = partition.fromTile(); strip < partition.toTile(); strip++, at += fewer.stripBytes()) {
                if (needs.strips[partition.fewer()].get(strip)) {
                    copy.visit(fewer.place(0, strip * Tiles.WIDTH), at, fewer.stripBytes());
                }
            }
        }
        return sum[0];
    }
}
