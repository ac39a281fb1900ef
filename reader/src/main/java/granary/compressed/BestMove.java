package granary.compressed;

import granary.awari.Awari;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import java.util.Arrays;

/**
 * Works a position's score out from those of its moves, without allocation. A lookup may call it again, for a position that is not
 * stored either. One thread uses it.
 */
public final class BestMove {
    private static final int NONE = Integer.MIN_VALUE;

    private final Awari game;
    /** For each position that is being worked out, its board and two boards of working memory. */
    private int[][] boards = new int[0][];

    private int depth;

    /** Looks up scores. */
    @FunctionalInterface
    public interface Lookup {
        /** Returns the score of the position at a rank of a layer. */
        int score(int layer, long rank);
    }

    /** Makes the working memory. */
    public BestMove(Awari game) {
        this.game = game;
    }

    /**
     * Returns the score of a board.
     *
     * @param position the board, which is copied
     * @param layer its seeds
     * @param lookup gives the scores of the boards that moves lead to
     */
    public int score(int[] position, int layer, Lookup lookup) {
        int first = 3 * depth;
        if (boards.length == first) {
            boards = Arrays.copyOf(boards, first + 3);
            for (int i = first; i < boards.length; i++) {
                boards[i] = new int[game.cells()];
            }
        }
        int[] board = boards[first];
        System.arraycopy(position, 0, board, 0, board.length);
        depth++;
        try {
            int best = best(board, layer, false, first, lookup);
            if (best == NONE && game.mayStarve()) {
                best = best(board, layer, true, first, lookup);
            }
            return best == NONE ? game.terminalScore(board) : best;
        } finally {
            depth--;
        }
    }

    private int best(int[] board, int layer, boolean starving, int first, Lookup lookup) {
        int best = NONE;
        DatabaseException damage = null;
        int[] sown = boards[first + 1];
        int[] successor = boards[first + 2];
        for (int pit = 0; pit < game.pits(); pit++) {
            int captured = game.play(board, pit, starving, sown, successor);
            if (captured >= 0) {
                try {
                    best = Math.max(best, captured - lookup.score(layer - captured, game.rank(successor)));
                } catch (DamagedFileException e) {
                    damage = e; // a layer that is missing, which another move may need, prevails
                }
            }
        }
        if (damage != null) {
            throw damage;
        }
        return best;
    }
}
