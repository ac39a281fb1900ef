package granary.builder.verify;

import granary.builder.FirstFound;
import granary.builder.store.LayerFiles;
import granary.database.Bounds;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Scoring;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Checks positions of one layer: the score must be the best of the moves, the distance, if there is one, that of the best of the optimal
 * moves, and each bound, if there are any, the best of the moves. Not thread-safe.
 */
final class PositionCheck implements MoveVisitor {
    private final LayerFiles files;
    private final Game game;
    private final Scoring scoring;
    private final int layer;
    private final LayerTable scores;
    /** Null if the layer has no distances. */
    private final LayerTable distances;

    /** The bounds that the pairs in files stand for, by layer; null if the bounds are not checked. */
    private final int[][] boundsByPair;

    private final FirstFound<String> errors;
    private final int[] position;

    /** The score and distance that are stored for the current position. */
    private int score;
    /** True if the side to move gains, so that the least of the optimal moves' distances counts and not the greatest. */
    private boolean gains;

    /** The score and distance by the moves visited so far. */
    private boolean any;

    private int best;
    private int plies;
    private int least;
    private int most;

    /**
     * Creates a check.
     *
     * @param errors receives the messages
     */
    PositionCheck(LayerFiles files, int layer, FirstFound<String> errors) {
        this.errors = errors;
        this.files = files;
        this.game = files.game();
        this.scoring = game.scoring();
        this.layer = layer;
        this.scores = files.scores(layer).table();
        this.distances = files.has(FileKind.DISTANCES, layer)
                ? files.packed(FileKind.DISTANCES, layer).table()
                : null;
        this.position = new int[game.cells()];
        if (hasBounds(files, layer)) {
            this.boundsByPair = new int[layer + 1][];
            Arrays.setAll(boundsByPair, Bounds::byPair);
        } else {
            this.boundsByPair = null;
        }
    }

    /** Returns whether the bounds of a layer can be checked: those of the layers below are there, too. */
    static boolean hasBounds(LayerFiles files, int layer) {
        return IntStream.rangeClosed(0, layer).allMatch(each -> files.has(FileKind.BOUNDS, each));
    }

    /**
     * Checks some positions.
     *
     * @param from the first one's rank
     * @param to the rank behind the last
     */
    void check(long from, long to) {
        if (!errors.wants(from)) {
            return;
        }
        PositionIterator positions = game.iterate(layer, from);
        for (long rank = from; rank < to; rank++) {
            positions.next(position);
            score = scores.value(rank);
            gains = scoring.isBetter(score, scoring.cycleValue());
            any = false;
            least = 0;
            most = 0;
            plies = gains ? Integer.MAX_VALUE : 0;
            game.moves(position, this);
            expect("score", score, any ? best : game.terminalScore(position), rank);
            if (distances != null) {
                boolean converts = any && score != scoring.cycleValue();
                expect("distance", distances.value(rank), converts ? 1 + plies : 0, rank);
            }
            if (boundsByPair != null) {
                int movers = (layer + game.terminalScore(position)) / 2;
                int bounds = bounds(layer, rank);
                expect("least", Bounds.least(bounds), any ? least : movers, rank);
                expect("most", Bounds.most(bounds), any ? most : movers, rank);
            }
        }
    }

    @Override
    public void visit(int move, int captured, int[] successor) {
        long located = game.locate(successor, 0);
        int reached = (int) (located >>> Game.LAYER_SHIFT);
        long rank = located & Game.RANK_MASK;
        boolean inside = reached == layer;
        int value = scoring.backUp(
                captured, (inside ? scores : files.scores(reached).table()).value(rank));
        if (!any || scoring.isBetter(value, best)) {
            best = value;
            any = true;
        }
        if (distances != null && value == score) {
            int after = inside ? distances.value(rank) : 0;
            plies = gains ? Math.min(plies, after) : Math.max(plies, after);
        }
        if (boundsByPair != null) {
            int bounds = Bounds.before(captured, bounds(reached, rank));
            least = Math.max(least, Bounds.least(bounds));
            most = Math.max(most, Bounds.most(bounds));
        }
    }

    private int bounds(int ofLayer, long rank) {
        return boundsByPair[ofLayer][
                files.packed(FileKind.BOUNDS, ofLayer).table().value(rank)];
    }

    private void expect(String quantity, int actual, int expected, long rank) {
        if (actual != expected) {
            String where = "layer " + layer + ", rank " + rank + ", position "
                    + game.notation().text(position);
            errors.add(rank, where + ": " + quantity + " " + actual + ", but its moves give " + expected);
        }
    }
}
