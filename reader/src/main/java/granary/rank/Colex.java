package granary.rank;

import granary.game.PositionIterator;

/**
 * Ranks the vectors A of a fixed number of non-negative parts among those of the same sum: by the last part, the largest first, and so
 * on to the first part. That is the colex order of the partial sums B.
 *
 * <p>With B_0 = A_0 and B_{k+1} = A_{k+1} + B_k + 1 the rank is the sum of C(B_i, i+1) for i from 0 to P-2, with P parts: the
 * combinatorial number system (Knuth, The Art of Computer Programming 4A, 7.2.1.3). The term of the last part is the same for all
 * vectors of a sum. Immutable; any number of threads may use it.
 */
public final class Colex {
    private final int parts;
    private final int maxSum;
    private final int stride;
    /** C(b, i+1) at [i * stride + b]: one flat array, so that a rank costs one load a part. */
    private final long[] terms;

    /**
     * Creates the ranking of vectors of {@code parts} parts.
     *
     * @param parts 1 .. 32
     * @throws IllegalArgumentException when parts is out of range
     */
    public Colex(int parts) {
        if (parts < 1 || parts > 32) {
            throw new IllegalArgumentException("parts must be 1 to 32, not " + parts);
        }
        this.parts = parts;
        this.maxSum = Long.SIZE - parts; // n + P - 1 bits of the iterator's word, and its sign bit
        this.stride = maxSum + parts;
        this.terms = new long[parts * stride];
        for (int i = 0; i < parts; i++) {
            for (int b = 0; b < stride; b++) {
                terms[i * stride + b] = Binomial.of(b, i + 1);
            }
        }
    }

    /** Returns the number of parts, P. */
    public int parts() {
        return parts;
    }

    /** Returns the largest sum whose vectors can be ranked and iterated: 64 - P. No rank up to it overflows. */
    public int maxSum() {
        return maxSum;
    }

    /**
     * Returns the number of vectors with a given sum, C(n+P-1, P-1).
     *
     * @param sum 0 .. {@link #maxSum()}
     * @throws IllegalArgumentException when the sum is out of range
     */
    public long size(int sum) {
        if (sum < 0 || sum > maxSum) {
            throw new IllegalArgumentException("sum must be 0 to " + maxSum + " for " + parts + " parts, not " + sum);
        }
        return Binomial.of(sum + parts - 1, parts - 1);
    }

    /** Returns the rank of a vector whose parts are not negative, 0 .. size - 1. */
    public long rank(int[] vector) {
        long sum = 0;
        int b = 0;
        for (int i = 0, row = 0; i < parts - 1; i++, row += stride) {
            b += vector[i];
            sum += terms[row + b + i];
        }
        return sum;
    }

    /**
     * Checks and ranks a vector in one pass: sum * 2^48 + rank among those of the sum. For at most 16 parts, whose ranks are below 2^48.
     *
     * @param cells holds the vector from index {@code at} on
     * @return -1 when a part is negative, the sum too large or the array too short
     */
    public long locate(int[] cells, int at) {
        long sum = 0;
        int b = 0;
        int signs = 0;
        try {
            int row = 0;
            int end = at + parts - 1;
            for (int i = at; i < end; i++) {
                int part = cells[i];
                signs |= part;
                b += part;
                sum += terms[row + b];
                row += stride + 1;
            }
            int part = cells[end];
            signs |= part;
            b += part;
        } catch (ArrayIndexOutOfBoundsException e) {
            // A part or a sum is so large that its term is outside the table, or there are too few cells.
            return -1;
        }
        // If no part is negative and the sum is small enough, each partial sum was too, and each term was right.
        return (signs | b | maxSum - b) < 0 ? -1 : (long) b << 48 | sum;
    }

    /**
     * Writes the vector at a rank among those of a sum; the inverse of {@link #rank}. Costs O(P + n).
     *
     * @param sum 0 .. {@link #maxSum()}
     * @param rank 0 .. size - 1
     * @param vector array of P parts, overwritten
     * @throws IllegalArgumentException when sum or rank is out of range
     */
    public void unrank(int sum, long rank, int[] vector) {
        if (rank < 0 || rank >= size(sum)) {
            throw new IllegalArgumentException(
                    "rank must be 0 to " + (size(sum) - 1) + " at sum " + sum + ", not " + rank);
        }
        long rest = rank;
        int above = sum + parts - 1;
        for (int i = parts - 2; i >= 0; i--) {
            int b = above - 1; // in all, no more steps than pits and seeds
            while (terms[i * stride + b] > rest) {
                b--;
            }
            rest -= terms[i * stride + b];
            vector[i + 1] = above - b - 1;
            above = b;
        }
        vector[0] = above;
    }

    /**
     * Returns an iterator over the vectors of a sum in rank order, which unranks only the first. Each costs about one count of trailing
     * zeros a part, and allocates nothing.
     *
     * @param sum 0 .. {@link #maxSum()}
     * @param fromRank the rank to begin at, 0 .. size; at size there is nothing left to visit
     * @throws IllegalArgumentException when sum or rank is out of range
     */
    public PositionIterator iterate(int sum, long fromRank) {
        return new Vectors(sum, fromRank);
    }

    /**
     * A vector of P parts and sum n is a word of n+P-1 bits with P-1 ones: part i is the number of zeros below the i-th
     * one. The next larger word with as many ones is the next vector in colex order ("Compute the lexicographically next
     * bit permutation", S. E. Anderson, Bit Twiddling Hacks).
     */
    private final class Vectors implements PositionIterator {
        private final int bits;
        private long word;
        private long left;

        Vectors(int sum, long fromRank) {
            bits = sum + parts - 1;
            left = size(sum) - fromRank;
            if (left != 0) {
                int[] vector = new int[parts];
                unrank(sum, fromRank, vector);
                int bit = 0;
                for (int i = 0; i < parts - 1; i++) {
                    bit += vector[i];
                    word |= 1L << bit++;
                }
            }
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
                long filled = word | (word - 1);
                word = (filled + 1) | (((~filled & (filled + 1)) - 1) >>> (Long.numberOfTrailingZeros(word) + 1));
            }
            return true;
        }
    }
}
