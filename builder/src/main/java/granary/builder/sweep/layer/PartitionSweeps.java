package granary.builder.sweep.layer;

import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.Tiles;

/** Sweeps over partitions of a layer. An instance belongs to one thread. */
public final class PartitionSweeps {
    private final SweepLayer layer;
    private final TileKernels kernels;
    private final Changes changes;

    /** Is notified of changed values. */
    public interface Changes {
        /** Some values of a tile have changed, which begins with these sides; the kernels know them. */
        void changed(MoverBlock block, int firstMover, int firstOpponent, int opponents, TileKernels kernels);
    }

    /** Prepares to sweep over a layer. */
    public PartitionSweeps(SweepLayer layer, Changes changes) {
        this.layer = layer;
        this.kernels = layer.makeKernels();
        this.changes = changes;
    }

    /** Evaluates every position of a task's tiles once, and returns how many have changed. */
    public long sweep(SweepTask task) {
        long[] sum = {0};
        task.forEachTile(
                (seeds, moverTile, opponentTile) -> sum[0] += evaluate(layer.blocks[seeds], moverTile, opponentTile));
        return sum[0];
    }

    private int evaluate(MoverBlock block, int moverTile, int opponentTile) {
        kernels.evaluate(block, layer.values, layer.conversions, moverTile, opponentTile);
        int firstMover = moverTile * Tiles.WIDTH;
        int firstOpponent = opponentTile * Tiles.WIDTH;
        int opponents = Math.min(Tiles.WIDTH, block.opponents - firstOpponent);
        int changed = kernels.store(layer.values, block.values.place(firstOpponent, firstMover), opponents, false);
        if (changed > 0) {
            changes.changed(block, firstMover, firstOpponent, opponents, kernels);
        }
        return changed;
    }
}
