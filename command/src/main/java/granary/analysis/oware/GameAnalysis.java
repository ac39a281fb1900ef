package granary.analysis.oware;

import granary.analysis.play.Evaluator;
import granary.analysis.play.ScoredMoves;
import granary.awari.Awari;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.GameRecord;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import java.util.ArrayList;
import java.util.List;

/**
 * The judgement of each move of a game, from a database or, above the database, from a search.
 *
 * @param moves the moves in the order of play
 */
record GameAnalysis(List<JudgedMove> moves) {
    /**
     * A move with its judgement. Scores are for the player who made the move: what that player will still capture minus
     * what the opponent will.
     *
     * @param number the number of the move in the game, from 1
     * @param move the letter of the move
     * @param before the score of the best move
     * @param after the score of this move
     * @param best the letter of the best move; this move, if none is better
     * @param loss how many seeds the move loses, with best play by both sides
     * @param exact whether the scores are exact; otherwise a search estimated them
     * @param depth how many moves ahead the search looked; 0 when the database itself holds the position
     */
    record JudgedMove(
            int number, String move, int before, int after, String best, int loss, boolean exact, int depth) {}

    /**
     * Judges the moves of a game.
     *
     * @param maxNodes about how many positions to search for each move above the database
     * @throws IllegalArgumentException with the reason when the text is not a game, has no move, or a move is not legal
     */
    static GameAnalysis of(Database database, String text, long maxNodes) {
        if (!(database.game() instanceof Awari game)) {
            throw new IllegalArgumentException("games of awari are analysed; the database is of "
                    + database.game().identity());
        }
        GameRecord record = GameRecord.read(game, text);
        if (record.letters().isEmpty()) {
            throw new IllegalArgumentException("there is no move");
        }
        // Play all moves before judging the first: judging is slow, and an illegal move is reported at once.
        OwareNotation.play(record.start().copy(), record.letters());
        PlayedGame played = record.start().copy();
        Evaluator evaluator = new Evaluator(database, maxNodes);
        List<JudgedMove> moves = new ArrayList<>();
        for (int i = 0; i < record.letters().length(); i++) {
            String letter = record.letters().substring(i, i + 1);
            moves.add(judge(evaluator, played, letter, i + 1));
            OwareNotation.play(played, letter);
        }
        return new GameAnalysis(List.copyOf(moves));
    }

    private static JudgedMove judge(Evaluator evaluator, PlayedGame played, String letter, int number) {
        ScoredMoves evaluation = evaluator.evaluate(played);
        int mover = played.now().mover();
        ScoredMove best = evaluation.moves().get(0);
        ScoredMove made = evaluation.moves().stream()
                .filter(move -> OwareNotation.letter(mover, move.move()).equals(letter))
                .findFirst()
                .orElseThrow();
        int loss = best.score() - made.score();
        String better = loss == 0 ? letter : OwareNotation.letter(mover, best.move());
        return new JudgedMove(
                number, letter, best.score(), made.score(), better, loss, evaluation.exact(), evaluation.depth());
    }

    /** Returns the first move that loses seeds, or null when no move does. */
    JudgedMove firstError() {
        return moves.stream().filter(move -> move.loss() > 0).findFirst().orElse(null);
    }
}
