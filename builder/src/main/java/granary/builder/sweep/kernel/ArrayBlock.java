package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Tiles;

/**
 * Computes where the bytes of one block of a working array lie: see {@link LayerShape}. No other class does. Immutable.
 */
public final class ArrayBlock {
    private final long start;
    private final long stripBytes;

    /** Makes a block with a number of lines, which begins at a place of its array. */
    ArrayBlock(long start, int lines) {
        this.start = start;
        this.stripBytes = lineBytes(lines);
    }

    /** Returns the place of a byte. */
    public long place(int line, int column) {
        return start + column / Tiles.WIDTH * stripBytes + lineBytes(line) + column % Tiles.WIDTH;
    }

    /** Returns the line of the byte at a place. */
    int line(long place) {
        return (int) ((place - start) % stripBytes / Tiles.WIDTH);
    }

    /** Returns the column of the byte at a place. */
    int column(long place) {
        return (int) ((place - start) / stripBytes * Tiles.WIDTH + (place - start) % Tiles.WIDTH);
    }

    /** Returns the bytes of some lines of a strip: the distance between the places of a column that many lines apart. */
    public static long lineBytes(int lines) {
        return (long) lines * Tiles.WIDTH;
    }

    /** Returns the bytes of a strip: the distance between the places of a line in neighbouring strips. */
    public long stripBytes() {
        return stripBytes;
    }
}
