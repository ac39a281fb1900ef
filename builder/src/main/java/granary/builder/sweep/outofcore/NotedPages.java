package granary.builder.sweep.outofcore;

import java.util.BitSet;

/** Pages that threads note, each in a set of its own. */
final class NotedPages {
    private final BitSet[] sets;

    NotedPages(int threads) {
        sets = new BitSet[threads];
        for (int i = 0; i < threads; i++) {
            sets[i] = new BitSet();
        }
    }

    /** Returns the set of a thread. */
    BitSet of(int worker) {
        return sets[worker];
    }

    /** Removes all pages, and returns them. */
    BitSet take() {
        BitSet all = new BitSet();
        for (BitSet each : sets) {
            all.or(each);
            each.clear();
        }
        return all;
    }
}
