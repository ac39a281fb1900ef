package granary.builder.sweep.outofcore;

import granary.builder.memory.WindowPages;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartNeeds;
import granary.builder.sweep.part.PartPlaces;
import granary.builder.sweep.table.MoveTable;
import java.util.BitSet;
import java.util.List;

/** Maps layer parts to window pages. The window has all values first, then all conversion values. */
final class PartPages {
    private final LayerShape shape;
    private final MoverBlock[] blocks;
    private final WindowPages window;
    private final PartPlaces places;
    private final long conversions;

    /**
     * Uses the layout of a layer.
     *
     * @param blocks the layer's blocks, by the mover's seeds
     */
    PartPages(LayerShape shape, MoverBlock[] blocks, WindowPages window) {
        this.shape = shape;
        this.blocks = blocks;
        this.window = window;
        this.places = new PartPlaces(shape);
        this.conversions = shape.workingBytes();
    }

    /** Returns those of some parts' values. */
    BitSet values(List<LayerPart> parts) {
        BitSet pages = new BitSet();
        for (LayerPart part : parts) {
            places.values(part, (array, file, bytes) -> window.addPages(pages, array, bytes));
        }
        return pages;
    }

    /** Returns those of some parts' conversion values. */
    BitSet conversions(List<LayerPart> parts) {
        BitSet pages = new BitSet();
        for (LayerPart part : parts) {
            places.conversions(part, (array, file, bytes) -> window.addPages(pages, conversions + array, bytes));
        }
        return pages;
    }

    /** Returns those of all that a sweep over some parts reads. */
    BitSet needs(List<LayerPart> parts) {
        BitSet pages = values(parts);
        pages.or(conversions(parts));
        new PartNeeds(shape, blocks, parts).values(shape, (place, bytes) -> window.addPages(pages, place, bytes));
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
        int page = window.page(place);
        if (pages.get(page)) {
            return 0;
        }
        pages.set(page);
        return 1;
    }

    /** Returns the number of a part's positions. */
    long positions(LayerPart part) {
        return (part.isSquare() ? 1L : 2L) * places.lines(part) * shape.sides(part.more());
    }

    /** Returns the bytes that a part takes in either array. */
    long bytes(LayerPart part) {
        return places.bytes(part);
    }
}
