package granary.builder.sweep;

import granary.builder.memory.FileWindow;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Sweeps over tiles of some {@link LayerPart parts} of a layer by all threads, which note the pages that they change. */
final class GroupSweeps {
    /** Tiles of either mover in one task: about a millisecond of work. */
    private static final int TILES = 128;

    private final SweepLayer layer;
    private final PartPages pages;
    private final PartSweeps[] sweeps;
    /** For each thread the pages that it notes. */
    private final BitSet[] noted;

    /** How many values have changed, and in which pages. */
    record Changes(long count, BitSet pages) {}

    GroupSweeps(SweepLayer layer, FileWindow window, PartPages pages) {
        this.layer = layer;
        this.pages = pages;
        int threads = layer.pool.threads();
        sweeps = new PartSweeps[threads];
        noted = new BitSet[threads];
        for (int i = 0; i < threads; i++) {
            BitSet changed = new BitSet();
            noted[i] = changed;
            sweeps[i] = new PartSweeps(
                    layer.blocks,
                    layer.values,
                    layer.conversions,
                    layer.makeKernels(),
                    (place, bytes) -> window.addPages(changed, place, bytes));
        }
    }

    /** Returns all tiles of some parts, as tasks for the threads. */
    List<PartTiles> tiles(List<LayerPart> parts) {
        return parts.stream()
                .flatMap(part -> PartTiles.pieces(layer.shape, part, TILES).stream())
                .toList();
    }

    /** Returns those of some tiles whose evaluation reads values in some pages. */
    List<PartTiles> reading(BitSet some, List<PartTiles> tiles) {
        PartTiles[] found = new PartTiles[tiles.size()];
        layer.pool.run(
                found.length,
                (worker, number) ->
                        found[(int) number] = tiles.get((int) number).filter(tile -> pages.reads(tile, some)));
        return Arrays.stream(found).filter(each -> each.count() > 0).toList();
    }

    /** Returns the pages of all that the evaluation of some tiles reads. */
    BitSet needs(List<PartTiles> tiles) {
        layer.pool.run(
                tiles.size(),
                (worker, number) ->
                        tiles.get((int) number).stream().forEach(tile -> pages.addNeeds(tile, noted[worker])));
        return noted();
    }

    /** Evaluates every position of some tiles once. */
    Changes sweep(List<PartTiles> tiles) {
        long[] changed = new long[tiles.size()];
        layer.pool.run(
                changed.length,
                (worker, number) -> changed[(int) number] = sweeps[worker].sweep(tiles.get((int) number)));
        return new Changes(Arrays.stream(changed).sum(), noted());
    }

    private BitSet noted() {
        BitSet all = new BitSet();
        for (BitSet each : noted) {
            all.or(each);
            each.clear();
        }
        return all;
    }
}
