package granary.builder.sweep.partition;

import granary.builder.memory.BufferPool;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;
import java.util.stream.IntStream;

/**
 * The order in which the pages of the values, or of both arrays, lie in a file; those behind them lie in their own order. In blocks
 * whose lines run over the sides with fewer seeds a {@link LayerPartition} has some lines of all strips, and so has what its sowings lead to: a
 * few pages of each strip, too short for a disk. So of these blocks the first page of each strip comes first, then the second of
 * each, and so on.
 *
 * @param ofBothArrays whether conversion values are arranged, too
 */
public record PartitionPageOrder(LayerShape shape, boolean ofBothArrays) implements BufferPool.PageOrder {
    @Override
    public int[] places(int pageBytes, int pages) {
        int[] places = IntStream.range(0, pages).toArray();
        arrange(0, pageBytes, places);
        if (ofBothArrays) {
            arrange(shape.workingBytes(), pageBytes, places);
        }
        return places;
    }

    private void arrange(long array, int pageBytes, int[] places) {
        for (int x = (shape.seeds + 1) / 2; x <= shape.seeds; x++) {
            ArrayBlock block = shape.block(x);
            arrange(array + block.place(0, 0), block.stripBytes(), Tiles.count(shape.sides(x)), pageBytes, places);
        }
    }

    /** Arranges the pages of a block, but for one in which the next block begins. Where two strips meet the page is the second's. */
    private static void arrange(long start, long stripBytes, int strips, int pageBytes, int[] places) {
        int place = (int) (start / pageBytes);
        int end = (int) ((start + strips * stripBytes) / pageBytes);
        for (int row = 0; place < end; row++) {
            for (int strip = 0; strip < strips; strip++) {
                int page = (int) ((start + strip * stripBytes) / pageBytes) + row;
                if (page < (int) ((start + (strip + 1) * stripBytes) / pageBytes)) {
                    places[page] = place++;
                }
            }
        }
    }
}
