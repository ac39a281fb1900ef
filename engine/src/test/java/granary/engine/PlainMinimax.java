package granary.engine;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.database.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The value that {@link Search} is to find, without a table, without bounds, on the boards of the reader. */
final class PlainMinimax {
    private final Awari game;
    private final Database database;
    private final boolean isMajorityEnough;
    private final int total;
    private final MoveStack packing;
    private int repetitions;
    private int mostMoves;

    PlainMinimax(Database database, boolean isMajorityEnough, int total) {
        this.game = (Awari) database.game();
        this.database = database;
        this.isMajorityEnough = isMajorityEnough;
        this.total = total;
        this.packing = new MoveStack(game, 0);
    }

    /** Returns the score of a position for its mover, who has taken some seeds; the path holds the positions before it. */
    int score(int[] board, int store, int depth, List<int[]> path) {
        int seeds = game.layer(board);
        int other = total - seeds - store;
        if (isMajorityEnough && 2 * Math.max(store, other) > total) {
            return store > other ? Search.MAJORITY : -Search.MAJORITY;
        }
        for (int i = path.size() - 2; i >= 0; i -= 2) {
            if (Arrays.equals(path.get(i), board)) {
                repetitions++;
                int rows = Sowing.moversSeeds(board) - Sowing.opponentsSeeds(board);
                return outcome(store - other + (game.settlesEndlessPlay() ? 0 : rows));
            }
        }
        if (database.layers().contains(seeds) && !path.isEmpty()) {
            int score = database.score(board);
            int difference = store - other + score;
            int captured = difference > 0 ? store + Math.max(0, score) : other + Math.max(0, -score);
            boolean isOpen = !game.settlesEndlessPlay() && 2 * captured <= total;
            return isMajorityEnough && !isOpen ? outcome(difference) : 100 * difference;
        }
        List<int[]> successors = new ArrayList<>();
        game.moves(board, (pit, captured, to) -> successors.add(to.clone()));
        mostMoves = Math.max(mostMoves, successors.size());
        if (successors.isEmpty()) {
            return outcome(store - other + game.terminalScore(board));
        }
        int best = Integer.MIN_VALUE;
        if (depth <= 0) {
            int guess = 100 * (store - other)
                    + Evaluation.of(game.pits()).of(packing.packOwn(board), packing.packOpponent(board), seeds);
            best = Math.max(1 - Search.SETTLED, Math.min(Search.SETTLED - 1, guess));
        }
        List<int[]> longer = new ArrayList<>(path);
        longer.add(board);
        for (int[] successor : successors) {
            if (depth > 0 || game.layer(successor) < seeds) {
                best = Math.max(best, -score(successor, other, Math.max(0, depth - 1), longer));
            }
        }
        return best;
    }

    private int outcome(int difference) {
        return 100 * difference + (isMajorityEnough ? Search.WIN * Integer.signum(difference) : 0);
    }

    /** Returns the number of lines that ended with a repetition. */
    int repetitions() {
        return repetitions;
    }

    /** Returns the most moves that a position had. */
    int mostMoves() {
        return mostMoves;
    }
}
