package granary.builder.sweep;

import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;

/** Sweeps over the tiles of a {@link LayerPart}, in the order of {@link Sweeps}. An instance belongs to one thread. */
final class PartSweeps {
    private final MoverBlock more;
    private final MoverBlock fewer;
    private final LayerPart part;
    private final MemorySegment values;
    private final MemorySegment conversions;
    private final TileKernels kernels;

    PartSweeps(
            MoverBlock[] blocks, LayerPart part, MemorySegment values, MemorySegment conversions, TileKernels kernels) {
        this.more = blocks[part.more()];
        this.fewer = blocks[part.fewer()];
        this.part = part;
        this.values = values;
        this.conversions = conversions;
        this.kernels = kernels;
    }

    /** Evaluates every position of the part once, and returns how many have changed. */
    long sweep() {
        long changed = 0;
        for (int i = Tiles.count(more.movers) - 1; i >= 0; i--) {
            for (int j = part.toTile() - 1; j >= part.fromTile(); j--) {
                changed += evaluate(more, i, j);
                if (!part.isSquare()) {
                    changed += evaluate(fewer, j, i);
                }
            }
        }
        return changed;
    }

    private int evaluate(MoverBlock block, int moverTile, int opponentTile) {
        kernels.evaluate(block, values, conversions, moverTile, opponentTile);
        int opponents = Math.min(Tiles.WIDTH, block.opponents - opponentTile * Tiles.WIDTH);
        return kernels.store(
                values, block.values.place(opponentTile * Tiles.WIDTH, moverTile * Tiles.WIDTH), opponents, false);
    }
}
