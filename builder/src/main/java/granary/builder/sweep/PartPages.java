package granary.builder.sweep;

import granary.builder.memory.FileWindow;
import granary.builder.sweep.PartTiles.Tile;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.Tiles;
import java.util.BitSet;
import java.util.List;

/** Which pages of a {@link FileWindow} hold what of the parts of a layer: first all values, then all conversion values. */
final class PartPages {
    private final SweepLayer layer;
    private final FileWindow window;
    private final PartPlaces places;
    private final long conversions;

    PartPages(SweepLayer layer, FileWindow window) {
        this.layer = layer;
        this.window = window;
        this.places = new PartPlaces(layer.shape);
        this.conversions = layer.shape.workingBytes();
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
        new PartNeeds(layer.shape, layer.blocks, parts)
                .values(layer.shape, (place, bytes) -> window.addPages(pages, place, bytes));
        return pages;
    }

    /** Returns whether the evaluation of a tile reads values in some pages. */
    boolean reads(Tile tile, BitSet some) {
        return TileSources.anyMatch(
                layer.blocks[tile.moverSeeds()],
                tile.moverTile(),
                tile.opponentTile(),
                place -> some.get(window.page(place)));
    }

    /** Adds those of all that the evaluation of a tile reads and changes. */
    void addNeeds(Tile tile, BitSet pages) {
        MoverBlock block = layer.blocks[tile.moverSeeds()];
        TileSources.anyMatch(block, tile.moverTile(), tile.opponentTile(), place -> {
            pages.set(window.page(place));
            return false;
        });
        int mover = tile.moverTile() * Tiles.WIDTH;
        int opponent = tile.opponentTile() * Tiles.WIDTH;
        long opponents = ArrayBlock.lineBytes(Math.min(Tiles.WIDTH, block.opponents - opponent));
        long movers = ArrayBlock.lineBytes(Math.min(Tiles.WIDTH, block.movers - mover));
        window.addPages(pages, block.values.place(opponent, mover), opponents);
        window.addPages(pages, conversions + block.conversions.place(mover, opponent), movers);
    }

    /** Returns the number of a part's positions. */
    long positions(LayerPart part) {
        return (part.isSquare() ? 1L : 2L) * places.lines(part) * layer.shape.sides(part.more());
    }

    /** Returns the bytes that a part takes in either array. */
    long bytes(LayerPart part) {
        return places.bytes(part);
    }
}
