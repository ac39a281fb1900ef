package granary.builder.rows;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.rank.Colex;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * The effect of a sowing on each of the opponent's sides with the same number of seeds: the seeds that the side loses, and the rank of
 * the side after the move. Immutable.
 *
 * <p>{@link Awari#moves} plays each entry on a board where the mover has only the pit that is sown. The table assumes that the
 * result is the same on all boards: {@code docs/correctness.md}.
 */
public final class SowingEffect {
    private static final int[] NONE = {};

    /** Bytes of what an effect has for each number of captured seeds without any side: two references, and array headers. */
    private static final long EMPTY_BYTES = 16;

    /** The opponent's seeds after a move that captures nothing. */
    public final int seeds;

    /** By the number of captured seeds, the opponent's sides before the move, in file order and as their places in it. */
    private final int[][] sides;
    /** For each of them the place of the side after the move. */
    private final int[][] places;

    /**
     * Plays the moves.
     *
     * @param side ranks a side
     * @param opponentSeeds the opponent's seeds before the move
     * @param crossing what the sowing brings
     */
    SowingEffect(Awari awari, Colex side, int opponentSeeds, int crossing) {
        seeds = opponentSeeds + Crossing.seeds(crossing);
        int pits = awari.pits();
        IntArrayList[] before = new IntArrayList[seeds + 1];
        IntArrayList[] after = new IntArrayList[seeds + 1];
        int[] board = new int[2 * pits];
        int[] opponent = new int[pits];
        int[] left = new int[pits];
        PositionIterator opponents = side.iterate(opponentSeeds, 0);
        for (int i = 0; opponents.next(opponent); i++) {
            int place = i;
            Arrays.fill(board, 0, pits, 0);
            prepare(board, crossing);
            System.arraycopy(opponent, 0, board, pits, pits);
            MoveVisitor visitor = (move, captured, successor) -> {
                if (Sowing.moversSeeds(successor) > 0) {
                    if (before[captured] == null) {
                        before[captured] = new IntArrayList();
                        after[captured] = new IntArrayList();
                    }
                    System.arraycopy(successor, 0, left, 0, pits);
                    before[captured].addInt(place);
                    after[captured].addInt((int) side.rank(left));
                }
            };
            awari.moves(board, visitor);
        }
        sides = arrays(before);
        places = arrays(after);
    }

    /** Fills one pit of an empty side, so that sowing it makes the crossing. */
    private static void prepare(int[] board, int crossing) {
        int seeds = Crossing.seeds(crossing);
        int pits = board.length / 2;
        if (seeds == 0) {
            board[0] = 1;
            return;
        }
        int laps = (seeds - 1) / pits;
        // Each lap drops a seed into all of the mover's pits but the one that is sown.
        board[pits - 1] = seeds + laps * (pits - 1) + (Crossing.endsAtHome(crossing) ? 1 : 0);
    }

    /** Returns the bytes of heap that an effect takes: two numbers for each side, in two arrays for each number of captured seeds. */
    static long heapBytes(long sides, int seeds) {
        return 2 * Integer.BYTES * sides + EMPTY_BYTES * (seeds + 1L);
    }

    private static int[][] arrays(IntArrayList[] lists) {
        return Arrays.stream(lists)
                .map(list -> list == null ? NONE : list.toIntArray())
                .toArray(int[][]::new);
    }

    /** Returns the most seeds that may be captured. */
    public int mostCaptured() {
        return sides.length - 1;
    }

    /** Returns the opponent's sides that lose a number of seeds, as their places in file order, ascending. */
    public int[] sides(int captured) {
        return sides[captured];
    }

    /** Returns for each of these sides the place of what is left of it. */
    public int[] places(int captured) {
        return places[captured];
    }
}
