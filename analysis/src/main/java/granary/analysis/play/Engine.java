package granary.analysis.play;

import granary.database.Database;
import granary.database.ScoredMove;
import granary.game.CaptureDifference;
import granary.game.Game;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A small engine: the database where it reaches, and above it alpha-beta with iterative deepening and the database at
 * the leaves. It never errs once the database holds a position and its successors; above, it does what the search can
 * see, counts what is captured on the way, and takes a position at its horizon to be even.
 *
 * <p>Not safe for use by more than one thread.
 */
public final class Engine {
    private static final int INFINITE = 1 << 20;
    private static final int MAX_DEPTH = 64;

    private final Database database;
    private final Game game;
    private final boolean[] present;
    private final long maxNodes;

    private final Set<IntBuffer> path = new HashSet<>();
    private long nodes;
    private boolean exact;

    /**
     * Makes an engine.
     *
     * @param database the database, open
     * @param maxNodes how many positions a search may visit, 1 or more; about a million a second
     */
    public Engine(Database database, long maxNodes) {
        this.database = database;
        this.game = database.game();
        this.maxNodes = maxNodes;
        this.present = new boolean[game.topLayer() + 1];
        database.layers().forEach(layer -> present[layer] = true);
    }

    /**
     * Scores the moves of a position, from the database or by search.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     * @throws granary.error.MissingLayerException when the database does not reach and the game's scores do not add up
     *     along a line, as the search needs
     */
    public Evaluation evaluate(int[] position) {
        boolean inside = database.layersNeeded(position).stream().allMatch(layer -> present[layer]);
        if (inside || !(game.scoring() instanceof CaptureDifference)) {
            return new Evaluation(database.moves(position), true, 0);
        }
        nodes = 0;
        Evaluation best = search(position, 1, Long.MAX_VALUE);
        for (int depth = 2; depth <= MAX_DEPTH && !best.exact(); depth++) {
            try {
                best = search(position, depth, maxNodes);
            } catch (OutOfNodes e) {
                break;
            }
        }
        return best;
    }

    private Evaluation search(int[] position, int depth, long limit) {
        exact = true;
        path.clear();
        path.add(IntBuffer.wrap(position));
        List<ScoredMove> moves = new ArrayList<>();
        for (ScoredMove move : movesOf(position)) {
            int score = move.reward() - score(move.successor(), depth - 1, -INFINITE, INFINITE, limit);
            moves.add(new ScoredMove(move.move(), move.reward(), score, move.successor()));
        }
        moves.sort(Comparator.comparingInt(ScoredMove::score).reversed());
        return new Evaluation(moves, exact, depth);
    }

    /** Returns the score for the mover, or a bound of it where it is outside alpha .. beta. */
    private int score(int[] position, int depth, int alpha, int beta, long limit) {
        if (present[game.layer(position)]) {
            return database.score(position);
        }
        if (++nodes > limit) {
            throw new OutOfNodes();
        }
        List<ScoredMove> moves = movesOf(position);
        if (moves.isEmpty()) {
            return game.terminalScore(position);
        }
        if (depth == 0) {
            exact = false;
            return 0;
        }
        IntBuffer key = IntBuffer.wrap(position);
        if (!path.add(key)) {
            exact = false; // true of this line, but another may lead here without a repetition
            return game.scoring().cycleValue();
        }
        int best = -INFINITE;
        for (ScoredMove move : moves) {
            // A successor's score s is worth reward - s, so the window turns round and moves by the reward.
            int low = Math.max(alpha, best);
            int score = move.reward()
                    - score(move.successor(), depth - 1, move.reward() - beta, move.reward() - low, limit);
            best = Math.max(best, score);
            if (best >= beta) {
                break;
            }
        }
        path.remove(key);
        return best;
    }

    /** Returns the legal moves, those that capture most first, because they cut off most. */
    private List<ScoredMove> movesOf(int[] position) {
        List<ScoredMove> moves = new ArrayList<>();
        game.moves(
                position, (move, reward, successor) -> moves.add(new ScoredMove(move, reward, 0, successor.clone())));
        moves.sort(Comparator.comparingInt(ScoredMove::reward).reversed());
        return moves;
    }

    /** The search has visited as many positions as it may. */
    private static final class OutOfNodes extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfNodes() {
            super("out of nodes", null, false, false);
        }
    }
}
