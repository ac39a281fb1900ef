package granary.builder.sweep;

import java.lang.foreign.MemorySegment;

/**
 * The inner loops over one tile. An instance belongs to one thread.
 *
 * <p>A tile is held in a buffer of 64 lines of 64 scores: line m, column t.
 */
abstract class TileKernels {
    static final int TILE_BYTES = Tiles.WIDTH * Tiles.WIDTH;

    final byte[] tile = new byte[TILE_BYTES];
    /** What the last {@link #store} changed: for each stored line the columns, and the line as it was before. */
    final long[] changedColumns = new long[Tiles.WIDTH];

    final byte[] before = new byte[TILE_BYTES];

    /** Sets the tile to the best that exits and moves inside the layer offer now. */
    abstract void evaluate(
            MoverBlock block, MemorySegment values, MemorySegment exits, int moverTile, int opponentTile);

    /** Stores the tile, transposed and negated, and returns the number of positions that have changed. */
    abstract int store(MemorySegment values, long offset, int storedLines);
}
