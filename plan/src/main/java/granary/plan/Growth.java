package granary.plan;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How much more work a position takes in larger layers than in one that was built, because tables, rows and values leave the caches and
 * more pages are walked. Immutable.
 *
 * @param factors how many times as much, by layer: at the least the layer that was built, with 1. Between two of them it grows evenly;
 *     above the last it is not known, and taken to stay the same
 */
public record Growth(NavigableMap<Integer, Double> factors) {
    /**
     * Nanoseconds of a processor a position by the layer, on an Intel Xeon with AVX-512 VBMI: builds to 33 seeds, and at 48 tasks at their
     * true size (benchmarks/BUILDS.md).
     */
    private static final Map<Integer, Double> MEASURED =
            Map.of(20, 36.3, 24, 38.4, 28, 41.9, 31, 45.2, 33, 48.3, 48, 57.5);

    /** Keeps a copy of the factors. */
    public Growth {
        factors = Collections.unmodifiableNavigableMap(new TreeMap<>(factors));
    }

    /** Returns the growth from a layer that was built, as it was measured elsewhere. */
    static Growth from(int built) {
        Growth measured = new Growth(new TreeMap<>(MEASURED));
        NavigableMap<Integer, Double> factors = new TreeMap<>(Map.of(built, 1.0));
        measured.factors
                .tailMap(built, false)
                .forEach((layer, nanos) -> factors.put(layer, nanos / measured.at(built)));
        return new Growth(factors);
    }

    /** Returns the factor for a layer. */
    double at(int layer) {
        Map.Entry<Integer, Double> below = factors.floorEntry(layer);
        Map.Entry<Integer, Double> above = factors.ceilingEntry(layer);
        if (below == null || above == null) {
            return below == null ? above.getValue() : below.getValue();
        }
        int apart = above.getKey() - below.getKey();
        double part = apart == 0 ? 0 : (double) (layer - below.getKey()) / apart;
        return below.getValue() + part * (above.getValue() - below.getValue());
    }
}
