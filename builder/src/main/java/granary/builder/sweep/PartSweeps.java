package granary.builder.sweep;

import granary.builder.sweep.kernel.ArrayBlock;
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
    private final Changes changes;

    /** Hears which values change. */
    interface Changes {
        /** Some of so many bytes from a place in the array on have changed. */
        void changed(long place, long bytes);
    }

    PartSweeps(
            MoverBlock[] blocks,
            LayerPart part,
            MemorySegment values,
            MemorySegment conversions,
            TileKernels kernels,
            Changes changes) {
        this.changes = changes;
        this.more = blocks[part.more()];
        this.fewer = blocks[part.fewer()];
        this.part = part;
        this.values = values;
        this.conversions = conversions;
        this.kernels = kernels;
    }

    /** Evaluates every position of the part once, and returns how many have changed. */
    long sweep() {
        return sweep(0, Tiles.count(more.movers));
    }

    /** Evaluates the positions of some tiles of the side with more seeds, and returns how many have changed. */
    long sweep(int fromMore, int toMore) {
        long changed = 0;
        for (int i = toMore - 1; i >= fromMore; i--) {
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
        long place = block.values.place(opponentTile * Tiles.WIDTH, moverTile * Tiles.WIDTH);
        int changed = kernels.store(values, place, opponents, false);
        if (changed > 0) {
            changes.changed(place, ArrayBlock.lineBytes(opponents));
        }
        return changed;
    }
}
