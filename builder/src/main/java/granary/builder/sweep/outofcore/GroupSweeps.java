package granary.builder.sweep.outofcore;

import granary.builder.memory.FileWindow;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartSweeps;
import granary.builder.sweep.part.PartTiles;
import granary.builder.sweep.table.Tiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Sweeps over some {@link LayerPart parts} of a layer by all threads, which note what they change. */
final class GroupSweeps {
    /** Tiles of either mover in one task: about a millisecond of work. */
    private static final int TILES = 128;

    private final SweepLayer layer;
    private final PartSweeps[] sweeps;
    private final CandidateFinder[] finders;
    private final NotedPages noted;

    /**
     * Makes sweeps.
     *
     * @param finders hear of all changes, one for each thread
     */
    GroupSweeps(SweepLayer layer, FileWindow window, CandidateFinder[] finders) {
        this.layer = layer;
        this.finders = finders;
        sweeps = new PartSweeps[finders.length];
        noted = new NotedPages(window.pages());
        for (int i = 0; i < sweeps.length; i++) {
            CandidateFinder finder = finders[i];
            sweeps[i] = new PartSweeps(
                    layer.blocks, layer.values, layer.conversions, layer.makeKernels(), (block, tile, kernels) -> {
                        int mover = tile.moverTile() * Tiles.WIDTH;
                        int opponent = tile.opponentTile() * Tiles.WIDTH;
                        int opponents = Math.min(Tiles.WIDTH, block.opponents - opponent);
                        noted.add(block.values.place(opponent, mover), ArrayBlock.lineBytes(opponents));
                        finder.changed(block, mover, opponent, opponents, kernels);
                    });
        }
    }

    /** Returns all tiles of some parts, as tasks for the threads. */
    List<PartTiles> tiles(List<LayerPart> parts) {
        return parts.stream()
                .flatMap(part -> PartTiles.tasks(layer.shape, part, TILES).stream())
                .toList();
    }

    /** Evaluates every position of some tiles once, and returns how many have changed. */
    long sweep(List<PartTiles> tiles) {
        long[] changed = new long[tiles.size()];
        layer.pool.run(changed.length, (worker, number) -> {
            changed[(int) number] = sweeps[worker].sweep(tiles.get((int) number));
            finders[worker].flush();
        });
        return Arrays.stream(changed).sum();
    }

    /** Returns the pages that have been changed since they were taken last. */
    BitSet takeChanged() {
        return noted.take();
    }
}
