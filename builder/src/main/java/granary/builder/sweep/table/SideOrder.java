package granary.builder.sweep.table;

import granary.builder.InvalidRequestException;
import java.util.Arrays;

/**
 * The order of the sides (the Q pits of one player) that hold a given number of seeds.
 *
 * <p>The <em>file order</em> is the colex rank of the board restricted to one side: pit 0 varies fastest. The
 * <em>work order</em> is the same order of the mirrored side: the last pit varies fastest. In the work order seeds
 * that an opponent drops into the first pits shift long stretches of sides by one and the same distance, and a
 * sowing that stays at home always leads to a side further on.
 */
public final class SideOrder {
    /** The index of a side fits so many bits. */
    static final int INDEX_BITS = 24;

    private final int pits;
    /** {@code steps[j][s]} = C(s + j, j + 1): the part of a rank that j + 1 pits with s seeds contribute. */
    private final long[][] steps;

    /**
     * Makes the order.
     *
     * @param pits pits of a side, Q
     * @param maxSeeds the most seeds of a side
     * @throws InvalidRequestException when a side has too many states
     */
    public SideOrder(int pits, int maxSeeds) {
        this.pits = pits;
        // j up to 2 * pits: the same table counts whole boards
        steps = new long[2 * pits + 1][maxSeeds + 2];
        for (int j = 0; j < steps.length; j++) {
            for (int s = 1; s < maxSeeds + 2; s++) {
                steps[j][s] = steps[j][s - 1] + (j == 0 ? 1 : steps[j - 1][s]);
            }
        }
        if (size(maxSeeds) >= 1 << INDEX_BITS) {
            throw new InvalidRequestException("a side of " + pits + " pits and " + maxSeeds
                    + " seeds has too many states for the sweep solver; there is --solver retrograde");
        }
    }

    /** Returns the number of pits of a side, Q. */
    public int pits() {
        return pits;
    }

    /** Returns C(seeds + j, j + 1). */
    public long step(int j, int seeds) {
        return steps[j][seeds];
    }

    /** Returns the number of sides that hold so many seeds: C(seeds + Q - 1, Q - 1). */
    public int size(int seeds) {
        return Math.toIntExact(boards(pits, seeds));
    }

    /** Returns the number of ways to put the seeds into that many pits. */
    public long boards(int pitCount, int seeds) {
        return steps[pitCount - 2][seeds + 1];
    }

    /** Returns the place of a side in work order, among those with as many seeds. */
    public int workIndex(int[] side) {
        long index = 0;
        int sum = 0;
        for (int j = 0; j < pits - 1; j++) {
            sum += side[pits - 1 - j];
            index += steps[j][sum];
        }
        return (int) index;
    }

    /** Returns the place of a side in file order, among those with as many seeds. */
    public int fileIndex(int[] side) {
        long index = 0;
        int sum = 0;
        for (int j = 0; j < pits - 1; j++) {
            sum += side[j];
            index += steps[j][sum];
        }
        return (int) index;
    }

    /** Sets {@code side} to the first side in work order: everything in pit 0. */
    public void first(int seeds, int[] side) {
        Arrays.fill(side, 0);
        side[0] = seeds;
    }

    /** Moves {@code side} to the next one in work order; returns false after the last. */
    public boolean next(int[] side) {
        int top = pits - 1;
        int filled = top - 1;
        while (filled >= 0 && side[filled] == 0) {
            filled--;
        }
        if (filled < 0) {
            return false;
        }
        int rest = side[top];
        side[top] = 0;
        side[filled + 1] = rest + 1;
        side[filled]--;
        return true;
    }

    /** Sets {@code side} to the one with that work index. */
    public void sideAt(int seeds, int workIndex, int[] side) {
        long rest = workIndex;
        int above = seeds;
        for (int j = pits - 2; j >= 0; j--) {
            int sum = above;
            while (steps[j][sum] > rest) {
                sum--;
            }
            rest -= steps[j][sum];
            side[pits - 2 - j] = above - sum;
            above = sum;
        }
        side[pits - 1] = above;
    }

    /** Returns for each file index the work index of the same side. */
    public int[] workIndexesInFileOrder(int seeds) {
        int[] indexes = new int[size(seeds)];
        int[] side = new int[pits];
        first(seeds, side);
        int index = 0;
        do {
            indexes[fileIndex(side)] = index++;
        } while (next(side));
        return indexes;
    }

    /** Returns where the row of the opponent's side begins in the file order of the layer with that many seeds. */
    public long rowStart(int layerSeeds, int[] opponentSide, int opponentSeeds) {
        int sum = layerSeeds - opponentSeeds;
        long start = steps[pits - 1][sum];
        for (int j = 0; j < pits - 1; j++) {
            sum += opponentSide[j];
            start += steps[pits + j][sum];
        }
        return start;
    }
}
