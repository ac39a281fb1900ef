package granary.builder.sweep.kernel;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.table.Tiles;

/**
 * The inner loops over one tile. An instance belongs to one thread.
 *
 * <p>A tile is held in a buffer of 64 lines of 64 scores: line m, column t.
 */
public abstract class TileKernels {
    /** Bytes of a tile. */
    public static final int TILE_BYTES = Tiles.WIDTH * Tiles.WIDTH;

    /** The heap that an instance takes: some tiles. */
    public static final long HEAP_BYTES = 4L * TILE_BYTES;

    /**
     * True during a first sweep over zeros. It visits pairs of blocks with more and more seeds of the side that has fewer, so a mover
     * with more seeds sows mostly into blocks that are not yet swept. Where the mover has more seeds, the kernels may take 0 for all
     * values after crossings without reading them: some are newer, but a value may be computed from older ones.
     */
    public boolean isFirstSweep;

    /** The tile: line m, column t. */
    public final byte[] tile = new byte[TILE_BYTES];
    /** The columns that the last {@link #store} changed, for each stored line, and the line before. */
    public final long[] changedColumns = new long[Tiles.WIDTH];

    /** See {@link #changedColumns}. */
    public final byte[] before = new byte[TILE_BYTES];

    /** Takes a position that has changed. */
    public interface Change {
        /** Takes its column and line in the stored tile, and its value until then. */
        void take(int column, int line, byte before);
    }

    /** Visits the positions that the last {@link #store} changed. */
    public final void forEachChange(int storedLines, Change change) {
        for (int line = 0; line < storedLines; line++) {
            for (long columns = changedColumns[line]; columns != 0; columns &= columns - 1) {
                int column = Long.numberOfTrailingZeros(columns);
                change.take(column, line, before[line * Tiles.WIDTH + column]);
            }
        }
    }

    /** Sets the tile to the best of the conversion values and of the current values after moves inside the layer. */
    public abstract void evaluate(
            MoverBlock block, WorkingArray values, WorkingArray conversions, int moverTile, int opponentTile);

    /**
     * Stores the tile, transposed and negated, and returns the number of positions that have changed.
     *
     * @param onlyGreater whether a value stays whose amount is greater than the tile's: another thread has stored it since
     *     the tile was evaluated
     */
    public abstract int store(WorkingArray values, long offset, int storedLines, boolean onlyGreater);

    /** Sets the tile to the conversion values of its positions, with which {@link #storeFirstDistances} begins. */
    public abstract void loadConversions(MoverBlock block, WorkingArray conversions, int moverTile, int opponentTile);

    /**
     * Stores the {@link DistanceCode codes} that the distances begin with: 0 if the score is 0, 1 if a gain is the
     * conversion value, and unknown otherwise.
     *
     * @param values the finished values
     * @param offset the place of the tile in both arrays
     */
    public abstract void storeFirstDistances(WorkingArray values, WorkingArray distances, long offset, int storedLines);

    /** Sets the tile to the greatest of the {@link DistanceCode codes} after optimal moves inside the layer. */
    public abstract void evaluateDistances(
            MoverBlock block, WorkingArray values, WorkingArray distances, int moverTile, int opponentTile);

    /** Stores the codes one ply before the tile's, transposed, if they are lesser. Returns the number of positions that have changed. */
    public abstract int storeDistances(WorkingArray values, WorkingArray distances, long offset, int storedLines);

    /** Runs the inner loop over the buffers of this object, as many bytes as a tile has, so that its time can be measured. */
    abstract void sample();
}
