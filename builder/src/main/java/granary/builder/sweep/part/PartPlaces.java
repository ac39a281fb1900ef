package granary.builder.sweep.part;

import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;

/**
 * Where the bytes of a {@link LayerPart} lie: in arrays laid out as {@link LayerShape} says, and in a file of its own, which
 * has them in the order of the array. Immutable.
 */
public final class PartPlaces {
    private final LayerShape shape;

    /** Uses the layout of a layer. */
    public PartPlaces(LayerShape shape) {
        this.shape = shape;
    }

    /** Is called for each run of a part's bytes. */
    public interface RunVisitor {
        /** Takes it: where it is in an array and in the file, and how long. */
        void visit(long array, long file, long bytes);
    }

    /** Returns the bytes that suffice for a part in either array, and in a file. */
    public long bytes(LayerPart part) {
        long[] end = {0};
        RunVisitor longest = (array, file, bytes) -> end[0] = Math.max(end[0], file + bytes);
        values(part, longest);
        conversions(part, longest);
        return end[0];
    }

    /** Goes through the runs of a part's values. */
    public void values(LayerPart part, RunVisitor visitor) {
        long file = 0;
        ArrayBlock more = shape.block(part.more());
        long lines = ArrayBlock.lineBytes(lines(part));
        for (int strip = 0; strip < Tiles.count(shape.sides(part.more())); strip++) {
            visitor.visit(more.place(part.fromTile() * Tiles.WIDTH, strip * Tiles.WIDTH), file, lines);
            file += lines;
        }
        if (!part.isSquare()) {
            strips(part, file, visitor);
        }
    }

    /**
     * Goes through the runs of a part's conversion values. In their array lines and strips are exchanged, so that the places
     * of a pair stay the same.
     */
    public void conversions(LayerPart part, RunVisitor visitor) {
        if (part.isSquare()) {
            strips(part, 0, visitor);
        } else {
            values(part, visitor);
        }
    }

    private void strips(LayerPart part, long file, RunVisitor visitor) {
        ArrayBlock fewer = shape.block(part.fewer());
        visitor.visit(
                fewer.place(0, part.fromTile() * Tiles.WIDTH),
                file,
                (part.toTile() - part.fromTile()) * fewer.stripBytes());
    }

    /** Returns how many of the sides with fewer seeds belong to a part. */
    public int lines(LayerPart part) {
        return Math.min(part.toTile() * Tiles.WIDTH, shape.sides(part.fewer())) - part.fromTile() * Tiles.WIDTH;
    }

    /**
     * Copies what another part needs of a part's values from the file to the array.
     *
     * @param file null to copy nothing
     * @return how many bytes it is
     */
    public long loadValues(LayerPart part, PartNeeds needs, MemorySegment file, MemorySegment values) {
        long[] sum = {0};
        RunVisitor copy = (array, at, bytes) -> {
            if (file != null) {
                MemorySegment.copy(file, at, values, array, bytes);
            }
            sum[0] += bytes;
        };
        ArrayBlock more = shape.block(part.more());
        int first = part.fromTile() * Tiles.WIDTH;
        int end = first + lines(part);
        long lines = ArrayBlock.lineBytes(end - first);
        long at = 0;
        for (int strip = 0; strip < Tiles.count(shape.sides(part.more())); strip++, at += lines) {
            int column = strip * Tiles.WIDTH;
            if (needs.strips(part.more()).get(strip)) {
                copy.visit(more.place(first, column), at, lines);
                continue;
            }
            for (int tile = needs.tiles(part.more()).nextSetBit(part.fromTile());
                    tile >= 0 && tile < part.toTile();
                    tile = needs.tiles(part.more()).nextSetBit(tile + 1)) {
                int line = tile * Tiles.WIDTH;
                int count = Math.min(Tiles.WIDTH, end - line);
                copy.visit(
                        more.place(line, column), at + ArrayBlock.lineBytes(line - first), ArrayBlock.lineBytes(count));
            }
        }
        if (!part.isSquare()) {
            ArrayBlock fewer = shape.block(part.fewer());
            for (int strip = part.fromTile(); strip < part.toTile(); strip++, at += fewer.stripBytes()) {
                if (needs.strips(part.fewer()).get(strip)) {
                    copy.visit(fewer.place(0, strip * Tiles.WIDTH), at, fewer.stripBytes());
                }
            }
        }
        return sum[0];
    }
}
