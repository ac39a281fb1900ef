package granary.rank;

import granary.game.PositionIterator;

/**
 * Iterates over the vectors of one sum in rank order without unranking each.
 *
 * <p>A vector of P parts and sum n is a word of n+P-1 bits with P-1 ones: part i is the number of zeros below the i-th
 * one. The next larger word with as many ones is the next vector in colex order ("Compute the lexicographically next
 * bit permutation", S. E. Anderson, Bit Twiddling Hacks). Costs about one count of trailing zeros a part; allocates
 * nothing. Not safe for use by more than one thread.
 */
public final class ColexIterator implements PositionIterator {
    private final int parts;
    private final int bits;
    private long word;
    private long left;

    /**
     * Creates an iterator that begins at a rank.
     *
     * @param colex the ranking
     * @param sum 0 .. {@link Colex#maxSum()}
     * @param fromRank 0 .. size; at size there is nothing left to visit
     * @throws IllegalArgumentException when sum or rank is out of range
     */
    public ColexIterator(Colex colex, int sum, long fromRank) {
        this.parts = colex.parts();
        this.bits = sum + parts - 1;
        this.left = colex.size(sum) - fromRank;
        if (left != 0) {
            int[] vector = new int[parts];
            colex.unrank(sum, fromRank, vector);
            this.word = wordOf(vector);
        }
    }

    private static long wordOf(int[] vector) {
        long word = 0;
        int bit = 0;
        for (int i = 0; i < vector.length - 1; i++) {
            bit += vector[i];
            word |= 1L << bit++;
        }
        return word;
    }

    @Override
    public boolean next(int[] vector) {
        if (left == 0) {
            return false;
        }
        // The one above all, at bit n+P-1, is implied; with it every part ends at a one.
        long rest = word | 1L << bits;
        for (int i = 0; i < parts; i++) {
            int zeros = Long.numberOfTrailingZeros(rest);
            vector[i] = zeros;
            // Two shifts: the last part may take 64 places in all, and a shift by 64 would be none.
            rest = rest >>> zeros >>> 1;
        }
        if (--left > 0) {
            word = nextPermutation(word);
        }
        return true;
    }

    private static long nextPermutation(long word) {
        long filled = word | (word - 1);
        return (filled + 1) | (((~filled & (filled + 1)) - 1) >>> (Long.numberOfTrailingZeros(word) + 1));
    }
}
