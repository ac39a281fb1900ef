package granary.rehearsal;

import static java.lang.Math.addExact;
import static java.lang.Math.multiplyExact;

import granary.plain.Boards;
import java.util.Arrays;

/**
 * The offsets of positions in the two working arrays of a layer, counted as {@code LayerShape} describes it and with
 * nothing of what is rehearsed. Immutable.
 */
public final class PlainPlaces {
    private static final int WIDTH = 64;

    public final int pits;
    public final int seeds;
    /** The offset of the block whose lines run over the sides with a number of seeds; one more entry at the end. */
    private final long[] start;

    public PlainPlaces(int pits, int seeds) {
        this.pits = pits;
        this.seeds = seeds;
        start = new long[seeds + 2];
        for (int x = 0; x <= seeds; x++) {
            start[x + 1] = addExact(start[x], multiplyExact(strips(x) * WIDTH, sides(seeds - x)));
        }
    }

    public long bytes() {
        return start[seeds + 1];
    }

    public long sides(int x) {
        return Boards.count(pits, x);
    }

    /** Returns the number of strips, or tiles, of the sides with a number of seeds. */
    public long strips(int x) {
        return (sides(x) + WIDTH - 1) / WIDTH;
    }

    /** Returns the place of a value. */
    public long value(int moverSeeds, long mover, long opponent) {
        return place(moverSeeds, opponent, mover);
    }

    /** Returns the place of a conversion value. */
    public long conversion(int moverSeeds, long mover, long opponent) {
        return place(seeds - moverSeeds, mover, opponent);
    }

    private long place(int x, long line, long column) {
        long strip = multiplyExact(column / WIDTH, multiplyExact(sides(seeds - x), (long) WIDTH));
        return addExact(addExact(start[x], strip), line * WIDTH + column % WIDTH);
    }

    /** Returns the place of a position's value. */
    public long value(int[] board) {
        return value(moverSeeds(board), side(board, 0, pits), side(board, pits, pits));
    }

    /** Returns the place of a position's conversion value. */
    public long conversion(int[] board) {
        return conversion(moverSeeds(board), side(board, 0, pits), side(board, pits, pits));
    }

    public int moverSeeds(int[] board) {
        return Arrays.stream(board, 0, pits).sum();
    }

    /** Returns the number of a side that begins at a cell: the order of the sweeps is that of sides read backwards. */
    public static int side(int[] board, int at, int pits) {
        int[] mirrored = new int[pits];
        Arrays.setAll(mirrored, i -> board[at + pits - 1 - i]);
        return Math.toIntExact(Boards.rank(mirrored));
    }

    /** Puts a side with some seeds and a number into a board. */
    public static void setSide(int[] board, int at, int pits, int seeds, long number) {
        int[] mirrored = Boards.board(pits, seeds, number);
        for (int i = 0; i < pits; i++) {
            board[at + i] = mirrored[pits - 1 - i];
        }
    }

    /**
     * Returns the rank of the first position of a row, which has all the mover's seeds in his last pit.
     *
     * @param row the mover's seeds, and the opponent's pits
     */
    public static long rowStart(int... row) {
        int pits = row.length - 1;
        int[] first = new int[2 * pits];
        first[pits - 1] = row[0];
        System.arraycopy(row, 1, first, pits, pits);
        return Boards.rank(first);
    }
}
