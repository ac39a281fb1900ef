package granary.games;

import granary.game.Game;
import granary.game.Scoring;

/**
 * A game of two players whose positions are the partitions of n into at most P parts, none larger than M. Each move leads to a lower n,
 * the layer; without parts the game is over. A score is the number of moves to the end, as {@link WinLoss} says.
 *
 * <p>A partition is a vector of P non-increasing parts, padded with zeros. Those of n are ranked in lexicographic order. Those that come
 * before a_0 >= a_1 >= .. are, for each i, the ones that begin with a_0 .. a_{i-1} and go on with a part smaller than a_i: as many as
 * there are partitions of a_i + a_{i+1} + .. into at most P - i parts smaller than a_i. The rank is the sum of these counts, one
 * load a part (the usual counting argument: Knuth, The Art of Computer Programming 4A, 7.2.1.4). Immutable; any number
 * of threads may use it.
 */
public abstract class PartitionGame implements Game {
    private final int maxParts;
    private final int largest;
    private final int maxSum;
    private final Scoring scoring;
    /** The distance from one sum to the next in {@link #counts}. */
    private final int sumStride;
    /** The distance from one number of parts to the next in {@link #counts}; 0 when there are always enough parts. */
    private final int partsStride;
    /** Partitions of s into at most p parts of at most k, at [p * partsStride + s * sumStride + k]. */
    private final long[] counts;

    /**
     * Makes the game. Costs time and memory of maxParts * maxSum * largest, or of maxSum * largest when there are
     * at least as many parts as the largest sum.
     *
     * @param maxParts the number of parts, P, at least 1
     * @param largest the largest part, M, at least 1
     * @param maxSum the top layer
     * @param lastMoveWins whether the player who makes the last move wins, or loses
     */
    protected PartitionGame(int maxParts, int largest, int maxSum, boolean lastMoveWins) {
        this.maxParts = maxParts;
        this.largest = largest;
        this.maxSum = maxSum;
        this.scoring = new WinLoss(lastMoveWins);
        this.sumStride = largest + 1;
        int plane = (maxSum + 1) * sumStride;
        boolean partsMatter = maxParts < maxSum;
        this.partsStride = partsMatter ? plane : 0;
        this.counts = new long[partsMatter ? (maxParts + 1) * plane : plane];
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
                counts[row + part] = counts[row + part - 1] + withPart;
            }
        }
    }

    @Override
    public final int cells() {
        return maxParts;
    }

    @Override
    public final int topLayer() {
        return maxSum;
    }

    /** {@inheritDoc} It is the number of partitions of {@code layer}. */
    @Override
    public final long size(int layer) {
        if (layer < 0 || layer > maxSum) {
            throw new IllegalArgumentException("layer must be 0 to " + maxSum + ", not " + layer);
        }
        return counts[maxParts * partsStride + layer * sumStride + largest];
    }

    /**
     * Returns the sum of a vector, or -1 when it is not one of these partitions. Costs O(P), allocates nothing.
     *
     * @param vector any vector
     */
    protected final int sum(int[] vector) {
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
        return behind == 0 ? sum : -1;
    }

    @Override
    public final long rank(int[] position) {
        int parts = 0;
        int rest = 0;
        while (parts < position.length && position[parts] > 0) {
            rest += position[parts++];
        }
        long rank = 0;
        for (int i = 0, plane = maxParts * partsStride; i < parts; i++, plane -= partsStride) {
            rank += counts[plane + rest * sumStride + position[i] - 1];
            rest -= position[i];
        }
        return rank;
    }

    /** {@inheritDoc} Costs O(P log M). */
    @Override
    public final void unrank(int layer, long rank, int[] position) {
        if (rank < 0 || rank >= size(layer)) {
            throw new IllegalArgumentException(
                    "rank must be 0 to " + (size(layer) - 1) + " in layer " + layer + ", not " + rank);
        }
        int rest = layer;
        long left = rank;
        int above = largest;
        for (int i = 0, plane = maxParts * partsStride; i < maxParts; i++, plane -= partsStride) {
            int part = 0;
            if (rest > 0) {
                int row = plane + rest * sumStride;
                part = largestPart(row, Math.min(above, rest), left);
                left -= counts[row + part - 1];
            }
            rest -= part;
            above = part;
            position[i] = part;
        }
    }

    /** Returns the largest part, at most {@code high}, with no more than {@code left} partitions before it. */
    private int largestPart(int row, int high, long left) {
        int low = 1;
        int top = high;
        while (low < top) {
            int middle = (low + top + 1) >>> 1;
            if (counts[row + middle - 1] <= left) {
                low = middle;
            } else {
                top = middle - 1;
            }
        }
        return low;
    }

    @Override
    public final int terminalScore(int[] position) {
        return 0;
    }

    @Override
    public final int minScore(int layer) {
        return -layer;
    }

    /** {@inheritDoc} No game has more moves than n. */
    @Override
    public final int maxScore(int layer) {
        return layer;
    }

    @Override
    public final Scoring scoring() {
        return scoring;
    }

    /** Returns the identity line. */
    @Override
    public final String toString() {
        return identity();
    }
}
