package granary.statistics;

import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The number of positions of each value. Immutable.
 *
 * @param counts the number of positions by value; values without positions are left out
 */
public record Histogram(SortedMap<Integer, Long> counts) implements Serializable {
    /** Takes a copy of the map. */
    public Histogram {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    /**
     * Makes a histogram from counters.
     *
     * @param minimum the value of the first counter; each further counter is for the next value
     */
    static Histogram of(int minimum, long... counters) {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i < counters.length; i++) {
            if (counters[i] != 0) {
                counts.put(minimum + i, counters[i]);
            }
        }
        return new Histogram(counts);
    }

    /** Returns the sum of this histogram and another. */
    Histogram plus(Histogram other) {
        SortedMap<Integer, Long> sum = new TreeMap<>(counts);
        other.counts.forEach((value, count) -> sum.merge(value, count, Long::sum));
        return new Histogram(sum);
    }

    /** Returns the number of positions with a value. */
    public long count(int value) {
        return counts.getOrDefault(value, 0L);
    }

    /** Returns the number of positions whose value passes a test. */
    public long count(IntPredicate which) {
        return counts.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the number of positions. */
    public long positions() {
        return count(value -> true);
    }

    /** Returns the sum of the values of all positions. */
    public long sum() {
        return counts.entrySet().stream()
                .mapToLong(entry -> entry.getKey() * entry.getValue())
                .sum();
    }

    /** Returns the mean value, NaN when there are no positions. */
    public double mean() {
        return (double) sum() / positions();
    }

    /** Returns the greatest value that a position has. */
    public int maximum() {
        return counts.lastKey();
    }

    /** Returns the entropy in bits: the least mean size of a value in any coding that uses only these counts. */
    public double entropy() {
        double all = positions();
        return counts.values().stream()
                .mapToDouble(count -> count / all * Math.log(all / count) / Math.log(2))
                .sum();
    }
}
