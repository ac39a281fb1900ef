package granary.builder.sweep;

import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;

/**
 * The order in which the pages of the values and conversion values lie in a file. In blocks whose lines run over the sides with
 * fewer seeds a {@link LayerPart} has some lines of all strips, and so has what its sowings lead to: a few pages of each strip,
 * too short for a disk. So of these blocks the first page of each strip comes first, then the second of each, and so on.
 *
 * <p>Whoever goes on with a file must find the same order there: what reads files of another must refuse these.
 */
final class PageOrder {
    private final LayerShape shape;
    private final int page;
    private final int[] slots;

    private PageOrder(LayerShape shape, int page, int[] slots) {
        this.shape = shape;
        this.page = page;
        this.slots = slots;
    }

    /**
     * Returns for each page its place in the file, counted in pages.
     *
     * @param page bytes of a page
     * @param pages number of pages
     */
    static int[] ofBothArrays(LayerShape shape, int page, int pages) {
        int[] slots = inOrder(pages);
        PageOrder order = new PageOrder(shape, page, slots);
        order.arrange(0);
        order.arrange(shape.workingBytes());
        return slots;
    }

    /** Returns the same for an array of values behind which all pages lie in their own order. */
    static int[] ofValues(LayerShape shape, int page, int pages) {
        int[] slots = inOrder(pages);
        new PageOrder(shape, page, slots).arrange(0);
        return slots;
    }

    private static int[] inOrder(int pages) {
        int[] slots = new int[pages];
        for (int i = 0; i < pages; i++) {
            slots[i] = i;
        }
        return slots;
    }

    private void arrange(long array) {
        for (int x = (shape.seeds + 1) / 2; x <= shape.seeds; x++) {
            ArrayBlock block = shape.block(x);
            arrange(array + block.place(0, 0), block.stripBytes(), Tiles.count(shape.sides(x)));
        }
    }

    /** Arranges the pages of a block, but for one in which the next block begins. Where two strips meet the page is the second's. */
    private void arrange(long start, long stripBytes, int strips) {
        int slot = page(start);
        int end = page(start + strips * stripBytes);
        for (int row = 0; slot < end; row++) {
            for (int strip = 0; strip < strips; strip++) {
                int first = page(start + strip * stripBytes);
                if (first + row < page(start + (strip + 1) * stripBytes)) {
                    slots[first + row] = slot++;
                }
            }
        }
    }

    private int page(long at) {
        return (int) (at / page);
    }
}
