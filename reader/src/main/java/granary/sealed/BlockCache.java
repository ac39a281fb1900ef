package granary.sealed;

import java.util.concurrent.locks.StampedLock;

/**
 * The values of blocks that were decoded last, {@value #SLOTS} of them, 256 bytes each. Any number of threads may use it. Nobody
 * waits: who meets a writer finds nothing, or leaves nothing. Nothing is allocated once it is made.
 */
final class BlockCache {
    /** What {@link #value} returns of a position that is not there. */
    static final int ABSENT = Integer.MIN_VALUE;

    private static final int SLOT_BITS = 9;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int LOCKS = 64;

    private final StampedLock[] locks = new StampedLock[LOCKS];
    private final long[] blocks = new long[SLOTS];
    /** How many values of each block there are: 0 in a slot that is empty. */
    private final int[] counts = new int[SLOTS];

    private final byte[] values = new byte[SLOTS * BlockWalk.BLOCK];

    BlockCache() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new StampedLock();
        }
    }

    /** Returns the value of a position of a block, or {@link #ABSENT}. */
    int value(long block, int index) {
        int slot = slot(block);
        StampedLock lock = locks[slot % LOCKS];
        long stamp = lock.tryOptimisticRead();
        if (blocks[slot] != block || counts[slot] <= index) {
            return ABSENT;
        }
        int value = values[slot * BlockWalk.BLOCK + index];
        return lock.validate(stamp) ? value : ABSENT;
    }

    /** Returns whether some values of a block are probably there. */
    boolean holds(long block) {
        int slot = slot(block);
        return blocks[slot] == block && counts[slot] > 0;
    }

    /** Adds the first values of a block, unless another thread is writing near its place. */
    void put(long block, byte[] from, int count) {
        int slot = slot(block);
        StampedLock lock = locks[slot % LOCKS];
        long stamp = lock.tryWriteLock();
        if (stamp == 0) {
            return;
        }
        try {
            blocks[slot] = block;
            counts[slot] = count;
            System.arraycopy(from, 0, values, slot * BlockWalk.BLOCK, count);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private static int slot(long block) {
        return (int) (block * 0x9E3779B97F4A7C15L >>> Long.SIZE - SLOT_BITS);
    }
}
