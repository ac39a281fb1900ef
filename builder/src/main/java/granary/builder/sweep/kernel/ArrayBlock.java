package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Tiles;

/**
 * Where the bytes of one block of a working array lie: see {@link LayerShape}. The only place that knows. Immutable.
 */
public final class ArrayBlock {
    private final long start;
    private final long stripBytes;

    /** Makes a block of so many lines that begins at a place of its array. */
    ArrayBlock(long start, int lines) {
        this.start = start;
        this.stripBytes = lineBytes(lines);
    }

    /** Returns the place of a byte. */
    public long place(int line, int column) {
        return start + column / Tiles.WIDTH * stripBytes + lineBytes(line) + column % Tiles.WIDTH;
    }

    /** Returns the bytes of so many lines of a strip: how far apart lie the places of a column in lines so far apart. */
    public static long lineBytes(int lines) {
        return (long) lines * Tiles.WIDTH;
    }

    /** Returns the bytes of a strip: how far apart lie the places of a line in neighbouring strips. */
    public long stripBytes() {
        return stripBytes;
    }
}
