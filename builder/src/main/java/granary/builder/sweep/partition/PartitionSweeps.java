package granary.builder.sweep.partition;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.partition.PartitionTiles.Tile;
import granary.builder.sweep.table.Tiles;

/** Evaluates tiles of the partitions of a layer. An instance belongs to one thread. */
public final class PartitionSweeps {
    private final MoverBlock[] blocks;
    private final WorkingArray values;
    private final WorkingArray conversions;
    private final TileKernels kernels;
    private final Changes changes;

    /** Is notified of changed values. */
    public interface Changes {
        /** Some values of a tile have changed; the kernels tell which. */
        void changed(MoverBlock block, Tile tile, TileKernels kernels);
    }

    /** Uses the blocks and arrays of a layer. */
    public PartitionSweeps(
            MoverBlock[] blocks, WorkingArray values, WorkingArray conversions, TileKernels kernels, Changes changes) {
        this.blocks = blocks;
        this.values = values;
        this.conversions = conversions;
        this.kernels = kernels;
        this.changes = changes;
    }

    /** Evaluates every position of some tiles once, in order, and returns how many have changed. */
    public long sweep(PartitionTiles tiles) {
        return tiles.stream().mapToLong(this::evaluate).sum();
    }

    private int evaluate(Tile tile) {
        MoverBlock block = blocks[tile.moverSeeds()];
        kernels.evaluate(block, values, conversions, tile.moverTile(), tile.opponentTile());
        int firstOpponent = tile.opponentTile() * Tiles.WIDTH;
        int opponents = Math.min(Tiles.WIDTH, block.opponents - firstOpponent);
        long place = block.values.place(firstOpponent, tile.moverTile() * Tiles.WIDTH);
        int changed = kernels.store(values, place, opponents, false);
        if (changed > 0) {
            changes.changed(block, tile, kernels);
        }
        return changed;
    }
}
