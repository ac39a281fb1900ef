package granary.analysis.play;

import granary.awari.Awari;
import granary.database.BestPlay;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores the moves of a position from the database. In awari, searches positions above the database. Not thread-safe.
 */
public final class Evaluator {
    private final Database database;
    private final Engine engine;
    private final BestPlay bestPlay;
    private final Limits limits;

    /**
     * Makes an evaluator.
     *
     * @param database the database, open
     * @param maxNodes about how many positions a search may visit, 1 or more; a search visits a million or two per
     *     second
     */
    public Evaluator(Database database, long maxNodes) {
        this.database = database;
        this.engine = database.game() instanceof Awari ? new Engine(database, Engine.Aim.SCORE_ALL_MOVES) : null;
        this.bestPlay = new BestPlay(database);
        this.limits = Limits.NONE.withNodes(maxNodes);
    }

    /**
     * Scores the moves of the current position of a game.
     *
     * @throws MissingLayerException when the position is above the database and the game is not awari
     */
    public ScoredMoves evaluate(PlayedGame played) {
        int[] position = played.now().position();
        boolean isInside = database.layers().containsAll(database.layersNeeded(position));
        if (isInside || engine == null) {
            return new ScoredMoves(database.moves(position), database.game().settlesEndlessPlay(), 0);
        }
        Report report = engine.prepare(played, limits).search(depth -> {});
        return new ScoredMoves(scored(played, report), report.isExact(), report.depth());
    }

    /** Returns the moves of a report with scores in whole seeds. Seeds captured earlier do not count. */
    private List<ScoredMove> scored(PlayedGame played, Report report) {
        Game game = database.game();
        PlayedGame.Moment now = played.now();
        Map<Integer, ScoredMove> legal = new HashMap<>();
        game.moves(
                now.position(),
                (move, captured, successor) -> legal.put(move, new ScoredMove(move, captured, 0, successor.clone())));
        int taken = now.taken()[now.mover()] - now.taken()[1 - now.mover()];
        List<ScoredMove> moves = new ArrayList<>();
        for (Report.RatedMove rated : report.moves()) {
            ScoredMove move = legal.get(rated.move());
            int score = Math.round(rated.score() / 100f) - taken;
            moves.add(new ScoredMove(move.move(), move.captured(), score, move.successor()));
        }
        return moves;
    }

    /**
     * Chooses one of the best moves; each of them keeps the score. In a database of awari, takes the one that makes
     * progress, if known. Otherwise takes the first: in other games, scores give the distance to the end.
     */
    public ScoredMove choose(PlayedGame played, ScoredMoves evaluation) {
        ScoredMove first = evaluation.moves().get(0);
        return evaluation.depth() > 0 || engine == null
                ? first
                : bestPlay.move(played.now().position()).orElse(first);
    }
}
