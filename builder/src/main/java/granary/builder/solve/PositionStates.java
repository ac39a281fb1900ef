package granary.builder.solve;

import static java.lang.foreign.ValueLayout.JAVA_CHAR;

import java.lang.foreign.MemorySegment;

/**
 * The knowledge of retrograde analysis about the positions of a layer: the best known score, and the number of moves inside
 * the layer whose scores are unknown. Both are packed into 16 bits: (count + 2) * (scores + 1) + best. Threads may
 * work on different positions concurrently.
 */
final class PositionStates {
    /** Bytes per position. */
    static final long BYTES = Character.BYTES;

    /** The best known score of a position none of whose moves is known yet. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    /** The count of a settled position: its score is final, and propagated or in the worklist. */
    static final int SETTLED = -1;

    /** The count of a position whose score is final but neither propagated to its predecessors nor in the worklist. */
    static final int SETTLED_PENDING = -2;

    private static final int COUNT_BIAS = -SETTLED_PENDING;

    private final MemorySegment states;
    private final int minimum;
    private final int radix;

    /**
     * Creates the states of a layer, to be set before they are read.
     *
     * @param states {@value #BYTES} bytes a position
     * @param minimum the lowest score
     * @param maximum the highest score
     */
    PositionStates(MemorySegment states, int minimum, int maximum) {
        this.states = states;
        this.minimum = minimum;
        this.radix = maximum - minimum + 2;
    }

    /** Returns the best known score of a position, or {@link #UNKNOWN}. */
    int best(long rank) {
        int digit = state(rank) % radix;
        return digit == radix - 1 ? UNKNOWN : minimum + digit;
    }

    /** Returns the count of a position, or {@link #SETTLED} or {@link #SETTLED_PENDING}. */
    int count(long rank) {
        return state(rank) / radix - COUNT_BIAS;
    }

    /**
     * Sets the state of a position.
     *
     * @throws ArithmeticException when the score is out of range or the count too large
     */
    void set(long rank, int best, int count) {
        int digit = best == UNKNOWN ? radix - 1 : best - minimum;
        int state = (count + COUNT_BIAS) * radix + digit;
        if (digit < 0 || digit >= radix || state < 0 || state > Character.MAX_VALUE) {
            throw new ArithmeticException("score " + best + " with " + count + " unknown moves at rank " + rank);
        }
        states.setAtIndex(JAVA_CHAR, rank, (char) state);
    }

    private int state(long rank) {
        return states.getAtIndex(JAVA_CHAR, rank);
    }
}
