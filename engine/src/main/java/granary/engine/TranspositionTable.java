package granary.engine;

import java.util.Arrays;

/**
 * Remembers the results of searches. An entry is two longs: the data, and the key XOR the data. So an entry that two threads write
 * at once, each in part, matches no key. Any number of threads may use the table, without locks.
 *
 * <p>Results of shallow searches, by far the most, have a table of their own that fits a processor's cache. The others would wait for
 * the memory.
 *
 * <p>Entries come in pairs. The first of a pair is replaced only by deeper or later searches, the second always.
 */
final class TranspositionTable {
    /** Stands for no entry. Every entry has a bound, so none is 0. */
    static final long NONE = 0;

    /** The value is exact. */
    static final int EXACT = 1;

    /** The value is a lower bound. */
    static final int LOWER = 2;

    /** The value is an upper bound. */
    static final int UPPER = 3;

    private static final int VALUE_BIAS = 1 << 15;

    /** The greatest depth of a shallow search. */
    private static final int SHALLOW = 5;

    /** Half a mebibyte: it shares the cache with the tables of the estimate. */
    private static final int SHALLOW_WORDS = 1 << 16;

    private final long[] words;
    private final long[] shallow = new long[SHALLOW_WORDS];
    /** The number of the present search. */
    private int search;

    /** Makes a table of at most some bytes, 32 or more, rounded down to a power of two. */
    TranspositionTable(long bytes) {
        this.words = new long[(int) Math.min(1 << 30, Long.highestOneBit(bytes / Long.BYTES))];
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(words, 0);
        Arrays.fill(shallow, 0);
        search = 0;
    }

    /** Begins another search: entries of earlier ones may be replaced. */
    void begin() {
        search++;
    }

    private static int pair(long key, long... words) {
        return (int) (key >>> 32) & words.length - 1 & ~3;
    }

    /** Returns the entry of a key for a search to some depth, or {@link #NONE}. It may be of another depth. */
    long probe(long key, int depth) {
        long entry = depth > SHALLOW ? find(key, words) : NONE;
        return entry == NONE ? find(key, shallow) : entry;
    }

    private static long find(long key, long... words) {
        int at = pair(key, words);
        for (int i = at; i < at + 4; i += 2) {
            long data = words[i + 1];
            if ((words[i] ^ data) == key && data != NONE) {
                return data;
            }
        }
        return NONE;
    }

    /**
     * Stores an entry.
     *
     * @param value the value, less than 2^15 in absolute value
     * @param depth 0 .. 255
     * @param isProven whether the value is also valid for any greater depth, unless a position from before this one comes back
     * @param pit the best move
     */
    void store(long key, int value, int bound, int depth, boolean isProven, int pit) {
        long data = value + VALUE_BIAS
                | (long) bound << 16
                | (isProven ? 1L << 18 : 0)
                | (long) pit << 19
                | (long) depth << 24
                | (long) search << 32;
        long[] to = depth > SHALLOW ? words : shallow;
        int at = pair(key, to);
        long first = to[at + 1];
        boolean isSame = (to[at] ^ first) == key;
        boolean givesWay = isSame || !isOfThisSearch(first) || depth(first) <= depth;
        int slot = givesWay ? at : at + 2;
        to[slot] = key ^ data;
        to[slot + 1] = data;
    }

    static int value(long entry) {
        return (int) (entry & 0xffff) - VALUE_BIAS;
    }

    static int bound(long entry) {
        return (int) (entry >>> 16) & 3;
    }

    static boolean isProven(long entry) {
        return (entry & 1L << 18) != 0;
    }

    static int pit(long entry) {
        return (int) (entry >>> 19) & 7;
    }

    static int depth(long entry) {
        return (int) (entry >>> 24) & 0xff;
    }

    /** Returns whether the present search stored an entry. */
    boolean isOfThisSearch(long entry) {
        return (int) (entry >>> 32) == search;
    }
}
