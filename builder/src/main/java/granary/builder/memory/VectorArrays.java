package granary.builder.memory;

/**
 * Arrays whose vectors do not lie across two lines of the cache, which costs a network a tenth of its time and a training a fifth. G1,
 * Java's usual collector, puts an array of at least half a region at the beginning of a region, and a region has at most 32 MiB. So
 * these arrays have 16 MiB at least: for a few of them. With another collector they are as right, and may be slower.
 */
public final class VectorArrays {
    /** The least bytes of an array. */
    public static final int LEAST_BYTES = 16 << 20;

    /** The numbers of an array begin 16 bytes behind its beginning: this many bytes on, a line begins. */
    private static final int SKIPPED = 48;

    /** The first float or int to use. */
    public static final int FIRST_OF_FOUR_BYTES = SKIPPED / 4;

    /** The first short to use. */
    public static final int FIRST_SHORT = SKIPPED / 2;

    private VectorArrays() {}

    /** Returns an array with room for a number of floats from {@link #FIRST_OF_FOUR_BYTES} on. */
    public static float[] floats(int count) {
        return new float[Math.max(LEAST_BYTES / Float.BYTES, FIRST_OF_FOUR_BYTES + count)];
    }

    /** Returns an array with room for a number of integers from {@link #FIRST_OF_FOUR_BYTES} on. */
    public static int[] ints(int count) {
        return new int[Math.max(LEAST_BYTES / Integer.BYTES, FIRST_OF_FOUR_BYTES + count)];
    }

    /** Returns an array with room for a number of shorts from {@link #FIRST_SHORT} on. */
    public static short[] shorts(int count) {
        return new short[Math.max(LEAST_BYTES / Short.BYTES, FIRST_SHORT + count)];
    }
}
