package granary.builder.verify;

import granary.builder.store.FileReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The errors of a layer's positions: those with the lowest offsets, {@value #MAX} at most. Any thread may add to them. */
public final class Errors {
    /** The most errors that are kept. */
    public static final int MAX = FileReport.MAX_DAMAGES;

    private final TreeMap<Long, String> messages = new TreeMap<>();

    /** Returns whether an error at an offset, or behind it, would be kept. */
    synchronized boolean wants(long offset) {
        return messages.size() < MAX || offset < messages.lastKey();
    }

    /** Adds errors that were found elsewhere, by offset. */
    public void addAll(Map<Long, String> found) {
        found.forEach(this::add);
    }

    /** Returns the messages, keyed by offset. */
    public synchronized SortedMap<Long, String> byOffset() {
        return new TreeMap<>(messages);
    }

    /** Adds an error, unless there is one of the same position. */
    synchronized void add(long offset, String message) {
        messages.putIfAbsent(offset, message);
        if (messages.size() > MAX) {
            messages.pollLastEntry();
        }
    }

    /** Returns the messages, by ascending offset. */
    public synchronized List<String> messages() {
        return new ArrayList<>(messages.values());
    }
}
