package granary.builder.rehearse;

import static java.lang.Math.addExact;
import static java.lang.Math.multiplyExact;

/**
 * Where the bytes of positions lie in the two working arrays of a layer, counted as {@code LayerShape} describes it and with
 * nothing of what is rehearsed. Immutable.
 */
final class PlainPlaces {
    private static final int WIDTH = 64;

    final int pits;
    final int seeds;
    /** Where the block begins whose lines run over the sides with a number of seeds; one entry more at the end. */
    private final long[] start;

    PlainPlaces(int pits, int seeds) {
        this.pits = pits;
        this.seeds = seeds;
        start = new long[seeds + 2];
        for (int x = 0; x <= seeds; x++) {
            start[x + 1] = addExact(start[x], multiplyExact(strips(x) * WIDTH, sides(seeds - x)));
        }
    }

    /** Returns the bytes of an array. */
    long bytes() {
        return start[seeds + 1];
    }

    /** Returns the number of sides with a number of seeds. */
    long sides(int x) {
        return PlainRanks.size(pits, x);
    }

    /** Returns the number of strips, or tiles, of the sides with a number of seeds. */
    long strips(int x) {
        return (sides(x) + WIDTH - 1) / WIDTH;
    }

    /** Returns the place of a value. */
    long value(int moverSeeds, long mover, long opponent) {
        return place(moverSeeds, opponent, mover);
    }

    /** Returns the place of a conversion value. */
    long conversion(int moverSeeds, long mover, long opponent) {
        return place(seeds - moverSeeds, mover, opponent);
    }

    private long place(int x, long line, long column) {
        long strip = multiplyExact(column / WIDTH, multiplyExact(sides(seeds - x), (long) WIDTH));
        return addExact(addExact(start[x], strip), line * WIDTH + column % WIDTH);
    }

    /** Returns the place of a position's value. */
    long value(int[] board) {
        return value(
                moverSeeds(board), PlainRanks.mirroredRank(board, 0, pits), PlainRanks.mirroredRank(board, pits, pits));
    }

    /** Returns the place of a position's conversion value. */
    long conversion(int[] board) {
        return conversion(
                moverSeeds(board), PlainRanks.mirroredRank(board, 0, pits), PlainRanks.mirroredRank(board, pits, pits));
    }

    /** Returns the mover's seeds. */
    int moverSeeds(int[] board) {
        int sum = 0;
        for (int pit = 0; pit < pits; pit++) {
            sum += board[pit];
        }
        return sum;
    }
}
