package granary.builder;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps the first of what is found in a file or a layer, by offset, in whatever order it is found. Any thread may add to it.
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

    /** Adds what was found, unless there is something of the same offset. */
    public synchronized void add(long offset, T what) {
        if (wants(offset)) {
            found.putIfAbsent(offset, what);
            if (found.size() > most) {
                found.pollLastEntry();
            }
        }
    }

    /** Adds what was found elsewhere, by offset. */
    public void addAll(Map<Long, T> others) {
        others.forEach(this::add);
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
