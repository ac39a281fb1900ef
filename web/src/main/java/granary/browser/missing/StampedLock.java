package granary.browser.missing;

/** Stands in for {@link java.util.concurrent.locks.StampedLock}: one thread always has what it asks for. */
public final class StampedLock {
    /** Returns a stamp. */
    public long tryOptimisticRead() {
        return 1;
    }

    /** Returns that nobody has written. */
    public boolean validate(long stamp) {
        return stamp != 0;
    }

    /** Returns a stamp. */
    public long tryWriteLock() {
        return 1;
    }

    /** Does nothing. */
    public void unlockWrite(long stamp) {}
}
