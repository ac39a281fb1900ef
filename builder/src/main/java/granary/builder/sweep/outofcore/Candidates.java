package granary.builder.sweep.outofcore;

import granary.builder.sweep.SweepSolver;
import java.util.Arrays;

/**
 * Positions that changes of their successors may affect, each with what is known of these changes: a <em>level</em>. As many as
 * there is room for. Any number of threads may add some.
 *
 * <p>Absolute values only grow, see {@link SweepSolver}. So when a successor's value to the player who moved there has become
 * positive, or more so, the position is worth at least that much: the level is the value now. When it has become negative, or more
 * so, the position is affected only if it stood at the value before: that is the level, 0 or less. Of many levels
 * the greatest includes all others.
 */
public class Candidates {
    /** The index of a side fits, see {@link granary.builder.sweep.table.SideOrder}. */
    private static final int SIDE_BITS = 24;

    private static final int LEVEL_BITS = 8;
    private static final int LEVEL_BIAS = 1 << LEVEL_BITS - 1;
    private static final int FIRST_LENGTH = 1 << 12;

    private final int most;
    private long[] codes = {};
    private int size;
    private volatile boolean isComplete = true;

    /** Makes room for a number of positions. */
    public Candidates(int most) {
        this.most = most;
    }

    /** Returns a position and a level in one number, which is not 0. In their order positions of a tile of movers are neighbours. */
    static long code(int moverSeeds, int mover, int opponent, int level) {
        return ((long) moverSeeds << SIDE_BITS | mover) << SIDE_BITS + LEVEL_BITS
                | (long) opponent << LEVEL_BITS
                | level + LEVEL_BIAS;
    }

    static int moverSeeds(long code) {
        return (int) (code >>> 2 * SIDE_BITS + LEVEL_BITS);
    }

    static int mover(long code) {
        return (int) (code >>> SIDE_BITS + LEVEL_BITS) & (1 << SIDE_BITS) - 1;
    }

    static int opponent(long code) {
        return (int) (code >>> LEVEL_BITS) & (1 << SIDE_BITS) - 1;
    }

    static int level(long code) {
        return (int) (code & (1 << LEVEL_BITS) - 1) - LEVEL_BIAS;
    }

    /** Begins again without any. */
    public synchronized void clear() {
        size = 0;
        isComplete = true;
    }

    /** Adds the first of some codes. If there is no room for them, all are given up. */
    public synchronized void add(long[] more, int count) {
        if (!isComplete) {
            return;
        }
        if (count > most - size) {
            unite();
            if (count > most - size || size > most / 4 * 3) { // little more than room for a few was won
                giveUp();
                return;
            }
        }
        if (count > codes.length - size) {
            codes = Arrays.copyOf(codes, Math.min(most, Math.max(size + count, Math.max(FIRST_LENGTH, 2 * size))));
        }
        System.arraycopy(more, 0, codes, size, count);
        size += count;
    }

    /** Forgets all: there are too many, or their levels are not valid. */
    public synchronized void giveUp() {
        isComplete = false;
        size = 0;
    }

    /** Returns whether all that were added since the beginning are there. */
    boolean isComplete() {
        return isComplete;
    }

    /** Returns whether there are none. */
    synchronized boolean isEmpty() {
        return size == 0;
    }

    /** Removes all, and returns them as {@link #united} does. */
    public synchronized long[] take() {
        unite();
        long[] taken = Arrays.copyOf(codes, size);
        size = 0;
        return taken;
    }

    /** Returns codes in ascending order, and of those of one position the one with the greatest level alone. */
    static long[] united(long[] codes) {
        return Arrays.copyOf(codes, unite(codes, codes.length));
    }

    private void unite() {
        size = unite(codes, size);
    }

    private static int unite(long[] codes, int size) {
        Arrays.sort(codes, 0, size);
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (i + 1 == size || codes[i] >>> LEVEL_BITS != codes[i + 1] >>> LEVEL_BITS) {
                codes[kept++] = codes[i];
            }
        }
        return kept;
    }
}
