package granary.compressed;

import java.util.concurrent.locks.StampedLock;

/**
 * The values of halves of blocks that were decoded last, {@value #SLOTS} of them, 128 bytes each. Any number of threads may use it.
 * Nobody waits: a thread that meets a writer finds nothing, or stores nothing. Reads and writes allocate nothing.
 */
final class HalfCache {
    /** The value that {@link #value} returns for a position that is not cached. */
    static final int ABSENT = Integer.MIN_VALUE;

    private static final int SLOT_BITS = 10;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int LOCKS = 64;

    private final StampedLock[] locks = new StampedLock[LOCKS];
    private final long[] halves = new long[SLOTS];
    /** The number of values of each half: 0 in an empty slot. */
    private final int[] counts = new int[SLOTS];

    private final byte[] values = new byte[SLOTS * BlockWalk.HALF];

    HalfCache() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new StampedLock();
        }
    }

    /** Returns the value of a position of half a block, or {@link #ABSENT}. */
    int value(long half, int index) {
        int slot = slot(half);
        StampedLock lock = locks[slot % LOCKS];
        long stamp = lock.tryOptimisticRead();
        if (halves[slot] != half || counts[slot] <= index) {
            return ABSENT;
        }
        int value = values[slot * BlockWalk.HALF + index];
        return lock.validate(stamp) ? value : ABSENT;
    }

    /** Returns whether some values of half a block are probably there. */
    boolean holds(long half) {
        int slot = slot(half);
        return halves[slot] == half && counts[slot] > 0;
    }

    /** Adds the first values of half a block, unless another thread is writing near its place. */
    void put(long half, byte[] from, int count) {
        int slot = slot(half);
        StampedLock lock = locks[slot % LOCKS];
        long stamp = lock.tryWriteLock();
        if (stamp == 0) {
            return;
        }
        try {
            halves[slot] = half;
            counts[slot] = count;
            System.arraycopy(from, 0, values, slot * BlockWalk.HALF, count);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private static int slot(long half) {
        return (int) (half * 0x9E3779B97F4A7C15L >>> Long.SIZE - SLOT_BITS);
    }
}
