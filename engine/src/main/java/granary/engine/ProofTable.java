package granary.engine;

import java.util.Arrays;

/**
 * Remembers how hard positions were to prove. An entry is two longs: the data, and the key XOR the data. The data are a proof and a
 * disproof number, the number of positions visited to find them, and the number of the search: other searches do not find the entry.
 * Entries come in fours; a new one replaces the one that cost least. For one thread.
 */
final class ProofTable {
    /** Stands for no entry. */
    static final long NONE = 0;

    /** The number of an impossible proof or disproof: the most that an entry can hold. */
    static final int NEVER = (1 << 26) - 1;

    private static final int NUMBER_BITS = 26;
    private static final int EFFORT_SHIFT = 2 * NUMBER_BITS;
    private static final int SEARCH_SHIFT = EFFORT_SHIFT + 6;
    private static final long SEARCHES = 1L << Long.SIZE - SEARCH_SHIFT;

    private final long[] words;
    /** The number of the present search. Entries without a search have number 0. */
    private long search = 1;

    /** Makes a table of at most some bytes, 64 or more, rounded down to a power of two. */
    ProofTable(long bytes) {
        this.words = new long[(int) Math.min(1 << 30, Long.highestOneBit(bytes / Long.BYTES))];
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(words, 0);
        search = 1;
    }

    /** Begins another search, which finds no entries. */
    void begin() {
        search++;
        if (search == SEARCHES) {
            clear();
        }
    }

    private int four(long key) {
        return (int) (key >>> 32) & words.length - 1 & ~7;
    }

    /** Loads a word of a key's entries into the cache for {@link #probe}. */
    long touch(long key) {
        return words[four(key)];
    }

    /** Returns the entry of a key, or {@link #NONE}. */
    long probe(long key) {
        int at = four(key);
        for (int i = at; i < at + 8; i += 2) {
            long data = words[i + 1];
            if ((words[i] ^ data) == key && data >>> SEARCH_SHIFT == search) {
                return data;
            }
        }
        return NONE;
    }

    /**
     * Stores an entry.
     *
     * @param proof 0 .. {@link #NEVER}
     * @param disproof 0 .. {@link #NEVER}; not 0 if the other is
     * @param effort what it cost, 0 or more
     */
    void store(long key, int proof, int disproof, long effort) {
        int at = four(key);
        int slot = at;
        long least = Long.MAX_VALUE;
        for (int i = at; i < at + 8; i += 2) {
            long old = words[i + 1];
            boolean isFree = old >>> SEARCH_SHIFT != search || (words[i] ^ old) == key;
            long cost = isFree ? -1 : old >>> EFFORT_SHIFT;
            if (cost < least) {
                least = cost;
                slot = i;
            }
        }
        long cost = (long) Long.SIZE - Long.numberOfLeadingZeros(effort);
        long data = proof | (long) disproof << NUMBER_BITS | cost << EFFORT_SHIFT | search << SEARCH_SHIFT;
        words[slot] = key ^ data;
        words[slot + 1] = data;
    }

    static int proof(long entry) {
        return (int) entry & NEVER;
    }

    static int disproof(long entry) {
        return (int) (entry >>> NUMBER_BITS) & NEVER;
    }
}
