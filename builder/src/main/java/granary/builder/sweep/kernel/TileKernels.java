package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;

/**
 * The inner loops over one tile. An instance belongs to one thread.
 *
 * <p>A tile is held in a buffer of 64 lines of 64 scores: line m, column t.
 */
public abstract class TileKernels {
    /** Bytes of a tile. */
    public static final int TILE_BYTES = Tiles.WIDTH * Tiles.WIDTH;

    /** The tile: line m, column t. */
    public final byte[] tile = new byte[TILE_BYTES];
    /** What the last {@link #store} changed: for each stored line the columns, and the line as it was before. */
    public final long[] changedColumns = new long[Tiles.WIDTH];

    /** See {@link #changedColumns}. */
    public final byte[] before = new byte[TILE_BYTES];

    /** Sets the tile to the best that conversions and moves inside the layer offer now. */
    public abstract void evaluate(
            MoverBlock block, MemorySegment values, MemorySegment conversions, int moverTile, int opponentTile);

    /** Stores the tile, transposed and negated, and returns the number of positions that have changed. */
    public abstract int store(MemorySegment values, long offset, int storedLines);

    /** Runs a stretch of the inner loop over the buffers of this object, as many bytes as a tile, to be measured. */
    abstract void sample();
}
