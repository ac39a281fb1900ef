package granary.builder.sweep.outofcore;

import granary.builder.memory.WindowPages;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLongArray;

/** Pages that threads note, all in one set: a set for each thread would take gigabytes in large layers. */
final class NotedPages {
    private final WindowPages window;
    private final AtomicLongArray words;

    NotedPages(WindowPages window) {
        this.window = window;
        this.words = new AtomicLongArray(window.count() / Long.SIZE + 1);
    }

    /** Notes the pages of some bytes. */
    void add(long at, long bytes) {
        int last = window.page(at + bytes - 1);
        for (int page = window.page(at); page <= last; page++) {
            long bit = 1L << page;
            if ((words.get(page / Long.SIZE) & bit) == 0) {
                words.accumulateAndGet(page / Long.SIZE, bit, (noted, more) -> noted | more);
            }
        }
    }

    /** Removes all pages, and returns them. No thread may note any meanwhile. */
    BitSet take() {
        long[] all = new long[words.length()];
        for (int i = 0; i < all.length; i++) {
            all[i] = words.get(i);
            if (all[i] != 0) {
                words.set(i, 0);
            }
        }
        return BitSet.valueOf(all);
    }
}
