package granary.engine;

import granary.awari.Awari;
import granary.database.Database;
import granary.game.Game;
import granary.game.PositionIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The results that each player can force if a repetition gives the opponent all seeds left: {@link ProofSearch} may prove no others.
 * Computed backwards, the positions of a layer again and again until nothing changes; from a database if a repetition leaves the seeds
 * to nobody, otherwise from the ends of games.
 */
final class ForcedScores {
    private final Awari game;
    private final Database database;
    /** By layer and rank: the difference that the mover can force, and the one that the opponent allows. */
    private final List<int[]> least = new ArrayList<>();

    private final List<int[]> most = new ArrayList<>();

    ForcedScores(Database database, int top) {
        this.game = (Awari) database.game();
        this.database = database;
        for (int layer = 0; layer <= top; layer++) {
            int[] low = new int[(int) game.size(layer)];
            int[] high = new int[low.length];
            Arrays.fill(low, -layer);
            Arrays.fill(high, layer);
            least.add(low);
            most.add(high);
            int[] board = new int[game.cells()];
            for (boolean isChanged = !isKnown(layer); isChanged; ) {
                isChanged = false;
                int at = 0;
                for (PositionIterator all = game.iterate(layer, 0); all.next(board); at++) {
                    int lower = Math.max(low[at], least(board, moves(board)));
                    int higher = Math.min(high[at], most(board, moves(board)));
                    isChanged |= lower > low[at] || higher < high[at];
                    low[at] = lower;
                    high[at] = higher;
                }
            }
        }
    }

    private boolean isKnown(int layer) {
        return game.settlesEndlessPlay() && database.layers().contains(layer);
    }

    private List<Integer> moves(int[] board) {
        return new PlayedGame(game, board).legalMoves();
    }

    /** Returns the difference of captures that the mover can force by one of some moves. */
    int least(int[] board, Collection<Integer> among) {
        return best(board, among, most);
    }

    /** Returns the most that the mover gets by one of some moves if the opponent plays well. */
    int most(int[] board, Collection<Integer> among) {
        return best(board, among, least);
    }

    private int best(int[] board, Collection<Integer> among, List<int[]> ofOpponent) {
        int[] best = {Integer.MIN_VALUE};
        game.moves(board, (pit, captured, to) -> {
            if (among.contains(pit)) {
                int layer = game.layer(to);
                int after = isKnown(layer)
                        ? database.score(to)
                        : ofOpponent.get(layer)[(int) (game.locate(to, 0) & Game.RANK_MASK)];
                best[0] = Math.max(best[0], captured - after);
            }
        });
        return best[0] == Integer.MIN_VALUE ? game.terminalScore(board) : best[0];
    }
}
