package granary.analysis.oware;

import granary.analysis.play.Evaluator;
import granary.analysis.play.ScoredMoves;
import granary.awari.Awari;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.GameRecord;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The judgement of each move of a game, from a database or, above the database, from a search.
 *
 * @param moves the moves in the order of play
 */
record GameAnalysis(List<JudgedMove> moves) {
    /**
     * A move with its judgement. Scores are for the player who made the move: what that player will still capture minus what the opponent
     * will. If the result may depend on which position repeats, the database's bounds give the least and the greatest score of a position
     * without earlier ones; otherwise both are the same.
     *
     * @param number the number of the move in the game, from 1
     * @param move the letter of the move
     * @param before the score that is certain before the move
     * @param beforeAtMost the most that the opponent cannot prevent there
     * @param after the score that is certain after this move
     * @param afterAtMost the most that the opponent cannot prevent then
     * @param best the letter of the best move; this move, if none makes more certain
     * @param loss how many certain seeds the move loses at least, with best play by both sides
     * @param lossAtMost how many it loses at most; a move that loses none at most gives up nothing certain
     * @param outcome how the game ends for the player after this move, by the seeds that both have; null if that is estimated
     * @param exact whether all this is certain; otherwise the scores are estimates
     * @param depth how many moves ahead the search looked; 0 when the database itself holds the position
     */
    record JudgedMove(
            int number,
            String move,
            int before,
            int beforeAtMost,
            int after,
            int afterAtMost,
            String best,
            int loss,
            int lossAtMost,
            String outcome,
            boolean exact,
            int depth) {}

    /** A move with the least and the greatest score that it may have, and its bounds if they are known. */
    private record Bounded(int move, int least, int most, OptionalInt bounds) {
        /** Looks up the bounds of a move. If endless play is shared, they are the score of the evaluation. */
        static Bounded of(Database database, ScoredMove move, boolean isInside) {
            OptionalInt after = isInside ? database.findBounds(move.successor()) : OptionalInt.empty();
            if (after.isEmpty()) {
                return new Bounded(move.move(), move.score(), move.score(), after);
            }
            int bounds = Bounds.before(move.captured(), after.getAsInt());
            return database.game().settlesEndlessPlay()
                    ? new Bounded(move.move(), move.score(), move.score(), OptionalInt.of(bounds))
                    : new Bounded(
                            move.move(),
                            2 * Bounds.least(bounds) - Bounds.seeds(bounds),
                            2 * Bounds.most(bounds) - Bounds.seeds(bounds),
                            OptionalInt.of(bounds));
        }
    }

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
            moves.add(judge(database, evaluator, played, letter, i + 1));
            OwareNotation.play(played, letter);
        }
        return new GameAnalysis(List.copyOf(moves));
    }

    private static JudgedMove judge(
            Database database, Evaluator evaluator, PlayedGame played, String letter, int number) {
        ScoredMoves evaluation = evaluator.evaluate(played);
        PlayedGame.Moment now = played.now();
        List<Bounded> moves = evaluation.moves().stream()
                .map(move -> Bounded.of(database, move, evaluation.depth() == 0))
                .sorted(Comparator.comparingInt(Bounded::least)
                        .thenComparingInt(Bounded::most)
                        .reversed())
                .toList();
        Bounded best = moves.getFirst();
        Bounded made = moves.stream()
                .filter(move -> OwareNotation.letter(now.mover(), move.move()).equals(letter))
                .findFirst()
                .orElseThrow();
        boolean isBounded = moves.stream().allMatch(move -> move.bounds().isPresent());
        int[] taken = now.taken();
        return new JudgedMove(
                number,
                letter,
                best.least(),
                moves.stream().mapToInt(Bounded::most).max().orElseThrow(),
                made.least(),
                made.most(),
                made.least() == best.least() ? letter : OwareNotation.letter(now.mover(), best.move()),
                Math.max(0, best.least() - made.most()),
                best.least() - made.least(),
                isBounded
                        ? Bounds.outcome(made.bounds().getAsInt(), taken[now.mover()], taken[1 - now.mover()])
                                .name()
                                .toLowerCase(Locale.ROOT)
                        : null,
                evaluation.depth() == 0 ? isBounded : evaluation.exact(),
                evaluation.depth());
    }

    /** Returns the first move that gives up what was certain, or null when no move does. */
    JudgedMove firstError() {
        return moves.stream().filter(move -> move.lossAtMost() > 0).findFirst().orElse(null);
    }
}
