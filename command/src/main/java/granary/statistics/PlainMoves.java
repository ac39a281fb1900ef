package granary.statistics;

import granary.builder.store.LayerFiles;
import granary.format.LayerTable;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Scoring;

/** Counts the moves of positions of one layer by the rules of any game, with a lookup for each move. Not thread-safe. */
final class PlainMoves implements MoveVisitor {
    private final LayerFiles files;
    private final Game game;
    private final Scoring scoring;
    private final int layer;
    private final LayerTable scores;
    private final MoveTally tally;

    /** The current position's score, and the counts of its moves visited so far. */
    private int score;

    private int legal;
    private int best;
    private boolean leaves;

    PlainMoves(LayerFiles files, int layer, MoveTally tally) {
        this.files = files;
        this.game = files.game();
        this.scoring = game.scoring();
        this.layer = layer;
        this.scores = files.scores(layer).table();
        this.tally = tally;
    }

    /** Counts the positions with ranks from {@code from} to {@code to - 1}. */
    void count(long from, long to) {
        int[] position = new int[game.cells()];
        PositionIterator positions = game.iterate(layer, from);
        for (long rank = from; rank < to; rank++) {
            positions.next(position);
            count(position, scores.value(rank));
        }
    }

    /** Counts a position with the given score. */
    void count(int[] position, int itsScore) {
        score = itsScore;
        legal = 0;
        best = 0;
        leaves = false;
        game.moves(position, this);
        tally.add(legal, best, 1);
        if (score == scoring.cycleValue() && legal > 0 && !leaves) {
            tally.circling++;
        }
    }

    @Override
    public void visit(int move, int captured, int[] successor) {
        legal++;
        if (captured > 0) {
            tally.captures++;
            tally.captured += captured;
        }
        long located = game.locate(successor, 0);
        int reached = (int) (located >>> Game.LAYER_SHIFT);
        LayerTable table = reached == layer ? scores : files.scores(reached).table();
        if (scoring.backUp(captured, table.value(located & Game.RANK_MASK)) == score) {
            best++;
            leaves |= reached != layer;
        }
    }
}
