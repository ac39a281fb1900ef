package granary.exchange.vu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the differences with the lowest offsets, in whatever order they are found. Thread-safe. */
final class FirstDifferences {
    /** The number of differences to keep. */
    static final int COUNT = 10;

    private static final Comparator<Difference> BY_OFFSET = Comparator.comparingLong(Difference::offset);

    /** Ordered with the highest offset first: a lower one replaces the first. */
    private final PriorityQueue<Difference> kept = new PriorityQueue<>(BY_OFFSET.reversed());

    /**
     * A board for which the two databases hold different scores.
     *
     * @param offset the board's offset in the layer
     * @param theirs the score in the VU file
     * @param ours the score in the Granary database
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

    /** Returns the kept differences, by ascending offset. */
    synchronized List<Difference> list() {
        List<Difference> ascending = new ArrayList<>(kept);
        ascending.sort(BY_OFFSET);
        return ascending;
    }
}
