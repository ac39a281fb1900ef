package granary.builder;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps the findings with the least keys: offsets in a file, or ranks in a layer. Any thread may add them, in any order.
 *
 * @param <T> a finding, such as a message
 */
public final class FirstFound<T> {
    private final int most;
    private final TreeMap<Long, T> found = new TreeMap<>();

    /** Keeps nothing yet, and {@code most} at most. */
    public FirstFound(int most) {
        this.most = most;
    }

    /** Returns whether a finding with a key would be kept. */
    public synchronized boolean wants(long key) {
        return found.size() < most || key < found.lastKey();
    }

    /** Adds a finding, unless there is one with the same key. */
    public synchronized void add(long key, T what) {
        if (wants(key)) {
            found.putIfAbsent(key, what);
            if (found.size() > most) {
                found.pollLastEntry();
            }
        }
    }

    /** Returns the kept findings by key. */
    public synchronized SortedMap<Long, T> byKey() {
        return new TreeMap<>(found);
    }

    /** Returns the kept findings, by ascending key. */
    public synchronized List<T> list() {
        return List.copyOf(found.values());
    }
}
