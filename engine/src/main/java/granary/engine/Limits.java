package granary.engine;

/**
 * Limits of a search. It ends when it reaches the first of them, but always looks one move ahead.
 *
 * @param depth the most moves to look ahead, 1 or more
 * @param millis the most milliseconds, 0 or more
 * @param nodes the most positions to visit, 0 or more
 */
public record Limits(int depth, long millis, long nodes) {
    /** The deepest search. */
    public static final int MAX_DEPTH = 100;

    /** No limit but {@link #MAX_DEPTH}. */
    public static final Limits NONE = new Limits(MAX_DEPTH, Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException when one is out of range
     */
    public Limits {
        if (depth < 1 || millis < 0 || nodes < 0) {
            throw new IllegalArgumentException("the depth must be 1 or more, the other limits 0 or more");
        }
        depth = Math.min(depth, MAX_DEPTH);
    }

    /** Returns these limits with another depth. */
    public Limits withDepth(int other) {
        return new Limits(other, millis, nodes);
    }

    /** Returns these limits with another time. */
    public Limits withMillis(long other) {
        return new Limits(depth, other, nodes);
    }

    /** Returns these limits with another number of nodes. */
    public Limits withNodes(long other) {
        return new Limits(depth, millis, other);
    }
}
