package granary.games.chain;

import granary.game.PositionIterator;

/**
 * Ranks partitions of n into at most P parts, none larger than M, in lexicographic order and without gaps.
 *
 * <p>A partition is a vector of P non-increasing parts, padded with zeros. Those of n that come before a_0 >= a_1 >= ..
 * are, for each i, the ones that begin with a_0 .. a_{i-1} and go on with a part smaller than a_i: as many as there are
 * partitions of a_i + a_{i+1} + .. into at most P - i parts smaller than a_i. The rank is the sum of these counts, one
 * load a part (the usual counting argument: Knuth, The Art of Computer Programming 4A, 7.2.1.4). Immutable; any number
 * of threads may use it.
 */
public final class Partitions {
    private final int maxParts;
    private final int largest;
    private final int maxSum;
    /** The distance from one sum to the next in {@link #counts}. */
    private final int sumStride;
    /** The distance from one number of parts to the next in {@link #counts}; 0 when there are always enough parts. */
    private final int partsStride;
    /** Partitions of s into at most p parts of at most k, at [p * partsStride + s * sumStride + k]. */
    private final long[] counts;

    /**
     * Creates the ranking. Costs time and memory of maxParts * maxSum * largest, or of maxSum * largest when there are
     * at least as many parts as the largest sum.
     *
     * @param maxParts the number of parts, P, at least 1
     * @param largest the largest part, M, at least 1
     * @param maxSum the largest sum to rank, at least 0
     * @throws IllegalArgumentException when a bound is too small
     * @throws ArithmeticException when a count does not fit 64 bits, or the table an array
     */
    public Partitions(int maxParts, int largest, int maxSum) {
        if (maxParts < 1 || largest < 1 || maxSum < 0) {
            throw new IllegalArgumentException(
                    "no partitions of " + maxSum + " into " + maxParts + " parts of at most " + largest);
        }
        this.maxParts = maxParts;
        this.largest = largest;
        this.maxSum = maxSum;
        this.sumStride = Math.addExact(largest, 1);
        int plane = Math.multiplyExact(Math.addExact(maxSum, 1), sumStride);
        boolean partsMatter = maxParts < maxSum;
        this.partsStride = partsMatter ? plane : 0;
        this.counts = new long[partsMatter ? Math.multiplyExact(maxParts + 1, plane) : plane];
        for (int parts = 0; parts * plane < counts.length; parts++) {
            count(parts * plane, !partsMatter || parts > 0);
        }
    }

    /** Fills the counts for one number of parts: the largest part is less than k, or it is k and the rest is also a partition. */
    private void count(int plane, boolean anyParts) {
        for (int part = 0; part <= largest; part++) {
            counts[plane + part] = 1;
        }
        for (int sum = 1; anyParts && sum <= maxSum; sum++) {
            int row = plane + sum * sumStride;
            for (int part = 1; part <= largest; part++) {
                long withPart = part > sum ? 0 : counts[plane - partsStride + (sum - part) * sumStride + part];
                counts[row + part] = Math.addExact(counts[row + part - 1], withPart);
            }
        }
    }

    /**
     * Returns the number of partitions of a sum.
     *
     * @param sum 0 .. the largest sum
     * @throws IllegalArgumentException when the sum is out of range
     */
    public long size(int sum) {
        if (sum < 0 || sum > maxSum) {
            throw new IllegalArgumentException("sum must be 0 to " + maxSum + ", not " + sum);
        }
        return counts[maxParts * partsStride + sum * sumStride + largest];
    }

    /**
     * Returns the sum of a vector, or -1 when it is not one of these partitions. Costs O(P), allocates nothing.
     *
     * @param vector any vector
     */
    public int sum(int[] vector) {
        if (vector.length != maxParts) {
            return -1;
        }
        int sum = 0;
        int above = largest;
        int parts = 0;
        while (parts < maxParts && vector[parts] != 0) {
            int part = vector[parts++];
            if (part < 0 || part > above) {
                return -1;
            }
            sum += part;
            if (sum > maxSum) {
                return -1;
            }
            above = part;
        }
        // Most of a long vector is padding: the JIT vectorizes a loop this simple.
        int behind = 0;
        for (int i = parts; i < maxParts; i++) {
            behind |= vector[i];
        }
        if (behind != 0) {
            return -1;
        }
        return sum;
    }

    /**
     * Returns the rank of a partition among those of the same sum. Costs O(number of parts), allocates nothing.
     *
     * @param vector a partition; it is not checked
     */
    public long rank(int[] vector) {
        int parts = 0;
        int rest = 0;
        while (parts < vector.length && vector[parts] > 0) {
            rest += vector[parts++];
        }
        long rank = 0;
        for (int i = 0, plane = maxParts * partsStride; i < parts; i++, plane -= partsStride) {
            rank += counts[plane + rest * sumStride + vector[i] - 1];
            rest -= vector[i];
        }
        return rank;
    }

    /**
     * Writes the partition of a rank; the inverse of {@link #rank}. Costs O(P log M).
     *
     * @param sum 0 .. the largest sum
     * @param rank 0 .. size - 1
     * @param vector array of P parts, overwritten
     * @throws IllegalArgumentException when sum or rank is out of range
     */
    public void unrank(int sum, long rank, int[] vector) {
        if (rank < 0 || rank >= size(sum)) {
            throw new IllegalArgumentException(
                    "rank must be 0 to " + (size(sum) - 1) + " at sum " + sum + ", not " + rank);
        }
        int rest = sum;
        long left = rank;
        int above = largest;
        for (int i = 0, plane = maxParts * partsStride; i < maxParts; i++, plane -= partsStride) {
            if (rest == 0) {
                vector[i] = 0;
                continue;
            }
            int row = plane + rest * sumStride;
            int part = largestPart(row, Math.min(above, rest), left);
            left -= counts[row + part - 1];
            rest -= part;
            above = part;
            vector[i] = part;
        }
    }

    /**
     * Returns an iterator over the partitions of a sum in rank order. Steps allocate nothing.
     *
     * @param sum 0 .. the largest sum
     * @param fromRank 0 .. size; at size there is nothing left to visit
     * @throws IllegalArgumentException when sum or rank is out of range
     */
    public PositionIterator iterate(int sum, long fromRank) {
        return new Steps(sum, fromRank);
    }

    /**
     * In the next partition in lexicographic order, the last part that can grow is larger by one. The rest of the sum follows, spread
     * as evenly as possible: that is the smallest continuation.
     */
    private final class Steps implements PositionIterator {
        private final int[] current = new int[maxParts];
        private long left;

        Steps(int sum, long fromRank) {
            this.left = size(sum) - fromRank;
            if (left != 0) {
                unrank(sum, fromRank, current);
            }
        }

        @Override
        public boolean next(int[] vector) {
            if (left == 0) {
                return false;
            }
            System.arraycopy(current, 0, vector, 0, current.length);
            if (--left > 0) {
                advance();
            }
            return true;
        }

        private void advance() {
            int parts = 0;
            while (parts < current.length && current[parts] > 0) {
                parts++;
            }
            int grows = parts - 2;
            int behind = current[parts - 1];
            while (current[grows] == largest || (grows > 0 && current[grows - 1] == current[grows])) {
                behind += current[grows--];
            }
            current[grows]++;
            behind--;
            for (int i = grows + 1; i < parts || behind > 0; i++) {
                int slots = current.length - i;
                int part = (behind + slots - 1) / slots;
                current[i] = part;
                behind -= part;
            }
        }
    }

    /** Returns the largest part, at most {@code high}, with no more than {@code left} partitions before it. */
    private int largestPart(int row, int high, long left) {
        int low = 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (counts[row + middle - 1] <= left) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
