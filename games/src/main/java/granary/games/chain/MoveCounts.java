package granary.games.chain;

import granary.game.PositionIterator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of moves that plain top-down search, without a transposition table, makes to evaluate a row of Chain. The numbers are
 * exact, by dynamic programming, and show how much the representation of positions matters.
 *
 * <p>There are two searches, those of the programs in the article "On the issue of virt and chains". One represents a position by
 * a bit per chip and tries every chip and every adjacent pair. The other represents it by the number of groups of each size and
 * tries every distinct move once. Both count each move, at every level, and allow only single chips at the first.
 */
public final class MoveCounts {
    private MoveCounts() {}

    /**
     * Returns the moves of the search with a bit per chip, for rows of 1, 2, .. chips. Costs O(to^4) products of large
     * numbers: sequences of moves in one group interleave freely with those in another, so groups are counted alone and
     * combined with binomial coefficients. 100 chips take a second or two.
     *
     * @param to the longest row, 1 .. {@link Chain#MAX_CHIPS}
     * @throws IllegalArgumentException when it is out of range
     */
    public static List<BigInteger> bits(int to) {
        check(to);
        BigInteger[][] binomials = binomials(to);
        // lines[a][j]: the number of sequences of j moves in a group of a chips in play.
        BigInteger[][] lines = new BigInteger[to][];
        for (int group = 0; group < to; group++) {
            lines[group] = new BigInteger[to];
            lines[group][0] = BigInteger.ONE;
            for (int length = 1; length < to; length++) {
                BigInteger sum = BigInteger.ZERO;
                for (int taken = 1; taken <= Math.min(2, group); taken++) {
                    for (int left = 0; left <= group - taken; left++) {
                        sum = sum.add(interleaved(lines[left], lines[group - taken - left], length - 1, binomials));
                    }
                }
                lines[group][length] = sum;
            }
        }
        List<BigInteger> counts = new ArrayList<>();
        for (int row = 1; row <= to; row++) {
            BigInteger sum = BigInteger.ZERO;
            for (int left = 0; left < row; left++) {
                for (int length = 0; length < row; length++) {
                    // Each sequence after the first move stands for its last move, which the search makes once.
                    sum = sum.add(interleaved(lines[left], lines[row - 1 - left], length, binomials));
                }
            }
            counts.add(sum);
        }
        return List.copyOf(counts);
    }

    /** Returns the number of sequences of a length that two groups allow together. */
    private static BigInteger interleaved(BigInteger[] one, BigInteger[] other, int length, BigInteger[][] binomials) {
        BigInteger sum = BigInteger.ZERO;
        for (int j = 0; j <= length; j++) {
            if (one[j].signum() != 0 && other[length - j].signum() != 0) {
                sum = sum.add(binomials[length][j].multiply(one[j]).multiply(other[length - j]));
            }
        }
        return sum;
    }

    private static BigInteger[][] binomials(int to) {
        BigInteger[][] binomials = new BigInteger[to + 1][to + 1];
        for (int n = 0; n <= to; n++) {
            binomials[n][0] = BigInteger.ONE;
            for (int k = 1; k <= n; k++) {
                binomials[n][k] = k == n ? BigInteger.ONE : binomials[n - 1][k - 1].add(binomials[n - 1][k]);
            }
        }
        return binomials;
    }

    /**
     * Returns the moves of the search with the number of groups of each size, for rows of 1, 2, .. chips. Keeps a number for every
     * position of two layers of Chain, and costs an addition for each move of every position of fewer than {@code to} chips.
     * 30 chips take a fraction of a second and 50 ten seconds; 80 need more memory than machines have.
     *
     * @param to the longest row, 1 .. {@link Chain#MAX_CHIPS}
     * @throws IllegalArgumentException when it is out of range
     */
    public static List<BigInteger> groups(int to) {
        check(to);
        // The moves do not depend on who wins.
        Chain chain = new Chain(true);
        List<BigInteger> counts = new ArrayList<>();
        // below[k]: for each position with k chips, the moves of the search from it. Two layers are enough.
        BigInteger[][] below = new BigInteger[to][];
        int[] position = new int[chain.cells()];
        for (int chips = 0; chips < to; chips++) {
            below[chips] = new BigInteger[Math.toIntExact(chain.size(chips))];
            PositionIterator positions = chain.iterate(chips, 0);
            for (int rank = 0; positions.next(position); rank++) {
                below[chips][rank] = afterAll(chain, position, below);
            }
            if (chips >= 2) {
                below[chips - 2] = null;
            }
            counts.add(afterAll(chain, Chain.start(chips + 1), below));
        }
        return List.copyOf(counts);
    }

    private static void check(int to) {
        if (to < 1 || to > Chain.MAX_CHIPS) {
            throw new IllegalArgumentException("rows have 1 to " + Chain.MAX_CHIPS + " chips, not " + to);
        }
    }

    /** Returns the moves of the search from a position: its own moves, and those that follow each of them. */
    private static BigInteger afterAll(Chain chain, int[] position, BigInteger[][] below) {
        BigInteger[] sum = {BigInteger.ZERO};
        chain.moves(
                position,
                (move, captured, successor) ->
                        sum[0] = sum[0].add(below[chain.layer(successor)][Math.toIntExact(chain.rank(successor))])
                                .add(BigInteger.ONE));
        return sum[0];
    }
}
