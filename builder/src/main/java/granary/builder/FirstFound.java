package granary.builder;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps the first findings in a file, by offset, or in a layer, by rank. They may be added in any order, by any thread.
 *
 * @param <T> what is found, such as a message
 */
public final class FirstFound<T> {
    private final int most;
    private final TreeMap<Long, T> found = new TreeMap<>();

    /** Keeps nothing yet, and {@code most} at most. */
    public FirstFound(int most) {
        this.most = most;
    }

    /** Returns whether a value at a rank, or behind it, would be kept. */
    public synchronized boolean wants(long offset) {
        return found.size() < most || offset < found.lastKey();
    }

    /** Adds a finding, unless there is one with the same offset. */
    public synchronized void add(long offset, T what) {
        if (wants(offset)) {
            found.putIfAbsent(offset, what);
            if (found.size() > most) {
                found.pollLastEntry();
            }
        }
    }

    /** Returns the values that are kept, keyed by rank. */
    public synchronized SortedMap<Long, T> byOffset() {
        return new TreeMap<>(found);
    }

    /** Returns the values that are kept, by ascending rank. */
    public synchronized List<T> list() {
        return List.copyOf(found.values());
    }
}
