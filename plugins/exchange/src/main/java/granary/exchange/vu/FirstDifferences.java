package granary.exchange.vu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the differences of the lowest offsets, in whatever order they are found. Any number of threads may add to it. */
final class FirstDifferences {
    /** How many are kept. */
    static final int COUNT = 10;

    private static final Comparator<Difference> BY_OFFSET = Comparator.comparingLong(Difference::offset);

    /** The highest first, so that it can give way. */
    private final PriorityQueue<Difference> kept = new PriorityQueue<>(BY_OFFSET.reversed());

    /**
     * A board with two scores.
     *
     * @param offset its offset in the layer
     * @param theirs the file's score
     * @param ours the database's
     */
    record Difference(long offset, int theirs, int ours) {}

    /** Adds a difference. */
    synchronized void add(long offset, int theirs, int ours) {
        if (kept.size() < COUNT) {
            kept.add(new Difference(offset, theirs, ours));
        } else if (offset < kept.element().offset()) {
            kept.remove();
            kept.add(new Difference(offset, theirs, ours));
        }
    }

    /** Returns those that are kept, by offset. */
    synchronized List<Difference> list() {
        List<Difference> ascending = new ArrayList<>(kept);
        ascending.sort(BY_OFFSET);
        return ascending;
    }
}
