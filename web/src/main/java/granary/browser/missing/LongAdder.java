package granary.browser.missing;

/** Stands in for {@link java.util.concurrent.atomic.LongAdder}. */
public final class LongAdder {
    private long sum;

    /** Adds a number. */
    public void add(long more) {
        sum += more;
    }

    /** Returns the sum. */
    public long sum() {
        return sum;
    }
}
