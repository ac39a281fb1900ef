package granary.analysis.play;

import granary.awari.Awari;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Progress;
import granary.engine.Report;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores the moves of a position: by the database where it reaches, and above it, in awari, by search. Not safe for use
 * by more than one thread.
 */
public final class Evaluator {
    private final Database database;
    private final Engine engine;
    private final Progress progress;
    private final Limits limits;

    /**
     * Makes an evaluator.
     *
     * @param database the database, open
     * @param maxNodes about how many positions a search may visit, 1 or more; a million or two a second
     */
    public Evaluator(Database database, long maxNodes) {
        this.database = database;
        this.engine = database.game() instanceof Awari ? new Engine(database, Engine.Aim.SCORE_ALL_MOVES) : null;
        this.progress = new Progress(database);
        this.limits = Limits.NONE.withNodes(maxNodes);
    }

    /**
     * Scores the moves of the present position of a game.
     *
     * @throws MissingLayerException when the database does not reach and the game is not awari
     */
    public ScoredMoves evaluate(PlayedGame played) {
        int[] position = played.now().position();
        boolean isInside = database.layers().containsAll(database.layersNeeded(position));
        if (isInside || engine == null) {
            return new ScoredMoves(database.moves(position), true, 0);
        }
        Report report = engine.prepare(played, limits).search(depth -> {});
        return new ScoredMoves(scored(played, report), report.isExact(), report.depth());
    }

    /** Returns the moves of a report with scores in whole seeds, those that were taken before not counted. */
    private List<ScoredMove> scored(PlayedGame played, Report report) {
        Game game = database.game();
        PlayedGame.Moment now = played.now();
        Map<Integer, ScoredMove> legal = new HashMap<>();
        game.moves(
                now.position(),
                (move, reward, successor) -> legal.put(move, new ScoredMove(move, reward, 0, successor.clone())));
        int taken = now.taken()[now.mover()] - now.taken()[1 - now.mover()];
        List<ScoredMove> moves = new ArrayList<>();
        for (Report.RatedMove rated : report.moves()) {
            ScoredMove move = legal.get(rated.move());
            int score = Math.round(rated.score() / 100f) - taken;
            moves.add(new ScoredMove(move.move(), move.reward(), score, move.successor()));
        }
        return moves;
    }

    /**
     * Chooses among the best moves. Any of them keeps the score; inside a database of awari, the one that makes progress is
     * taken, if one is known. Otherwise, as in games whose scores tell how far the end is, it is the first.
     */
    public ScoredMove choose(PlayedGame played, ScoredMoves evaluation) {
        ScoredMove first = evaluation.moves().get(0);
        if (evaluation.depth() > 0 || engine == null) {
            return first;
        }
        int move = progress.move(played.now().position());
        return evaluation.moves().stream()
                .filter(candidate -> candidate.move() == move)
                .findFirst()
                .orElse(first);
    }
}
