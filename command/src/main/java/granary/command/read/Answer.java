package granary.command.read;

import granary.builder.CheckFailedException;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The values that a database has for a position. Damage or a missing layer hides only the values that need it. If a position's own score
 * cannot be read, its score is that of the best move.
 */
final class Answer {
    private final Database database;
    private final Game game;
    private final int[] position;
    private final List<ScoredMove> moves = new ArrayList<>();
    private final List<UnknownMove> unknownMoves = new ArrayList<>();
    /** The reasons why values other than the scores of the moves are not known. */
    private final List<DatabaseException> reasons = new ArrayList<>();

    private int score;
    private OptionalInt distance = OptionalInt.empty();
    private OptionalInt bounds = OptionalInt.empty();

    /** A move whose score is not known. */
    record UnknownMove(ScoredMove move, DatabaseException reason) {}

    private Answer(Database database, int[] position) {
        this.database = database;
        this.game = database.game();
        this.position = position;
    }

    /**
     * Looks a position up.
     *
     * @throws DatabaseException when neither its own score nor those of all its moves can be read
     * @throws CheckFailedException when its score is not the best of its moves
     */
    static Answer of(Database database, int[] position) {
        Answer answer = new Answer(database, position);
        try {
            database.fetch(List.of(position));
        } catch (DatabaseException e) {
            // Each lookup reports its own failure.
        }
        answer.readMoves();
        answer.readScore();
        answer.distance = answer.find(() -> database.findDistance(position));
        answer.bounds = answer.find(() -> database.findBounds(position));
        return answer;
    }

    /** Returns the score, or that of the best move. Exceptions are those of {@link #of}. */
    static int score(Database database, int[] position) {
        try {
            return database.score(position);
        } catch (DatabaseException e) {
            return of(database, position).score;
        }
    }

    private void readMoves() {
        try {
            moves.addAll(database.moves(position));
            return;
        } catch (DatabaseException e) {
            // One by one.
        }
        boolean withDistance = database.distanceLayers().contains(game.layer(position));
        game.moves(position, (move, captured, reached) -> {
            int[] successor = reached.clone();
            try {
                int value = game.scoring().backUp(captured, database.score(successor));
                moves.add(new ScoredMove(
                        move,
                        captured,
                        value,
                        withDistance ? distance(value, successor) : ScoredMove.NO_DISTANCE,
                        successor));
            } catch (DatabaseException e) {
                unknownMoves.add(new UnknownMove(new ScoredMove(move, captured, 0, successor), e));
            }
        });
        moves.sort((a, b) -> a.score() == b.score() ? 0 : game.scoring().isBetter(a.score(), b.score()) ? -1 : 1);
    }

    private int distance(int value, int[] successor) {
        if (game.layer(successor) != game.layer(position)) {
            return 1;
        }
        try {
            return value == game.scoring().cycleValue() ? 0 : 1 + database.distance(successor);
        } catch (DatabaseException e) {
            reasons.add(e);
            return ScoredMove.NO_DISTANCE;
        }
    }

    private void readScore() {
        try {
            score = database.score(position);
        } catch (DatabaseException e) {
            if (!unknownMoves.isEmpty()) {
                throw e;
            }
            reasons.add(e);
            score = best();
        }
        boolean isBest = unknownMoves.isEmpty()
                ? score == best()
                : moves.isEmpty() || !game.scoring().isBetter(best(), score);
        if (!isBest) {
            throw new CheckFailedException(database.where() + " gives "
                    + game.notation().text(position)
                    + " the score " + game.scoring().text(score) + ", and the best of its moves "
                    + game.scoring().text(best()) + ": one of them is wrong (granary verify finds the layer)");
        }
    }

    private int best() {
        return moves.isEmpty() ? game.terminalScore(position) : moves.getFirst().score();
    }

    /** Looks a value up, or notes the reason why it is not known. */
    private OptionalInt find(Supplier<OptionalInt> lookup) {
        try {
            return lookup.get();
        } catch (DatabaseException e) {
            reasons.add(e);
            return OptionalInt.empty();
        }
    }

    /** Returns the bounds of the position, if they are known. */
    OptionalInt bounds() {
        return bounds;
    }

    /** Returns the bounds of a move, if they are known. */
    OptionalInt bounds(ScoredMove move) {
        OptionalInt after = find(() -> database.findBounds(move.successor()));
        return after.isEmpty() ? after : OptionalInt.of(Bounds.before(move.captured(), after.getAsInt()));
    }

    int[] position() {
        return position;
    }

    int score() {
        return score;
    }

    /** Returns the plies to the next conversion or to the end, 0 if play is endless; empty if they are not known. */
    OptionalInt distance() {
        return distance;
    }

    /** Returns the moves whose scores are known, best first. */
    List<ScoredMove> moves() {
        return moves;
    }

    List<UnknownMove> unknownMoves() {
        return unknownMoves;
    }

    /** Returns the reasons why values other than the scores of the moves are not known. */
    List<String> notes() {
        return reasons.stream().map(DatabaseException::getMessage).distinct().toList();
    }

    /**
     * Throws an exception when something is not known because a file is damaged.
     *
     * @throws CheckFailedException that names the first damage
     */
    void checkWhole() {
        List<DatabaseException> all = new ArrayList<>(reasons);
        unknownMoves.forEach(move -> all.add(move.reason));
        all.stream()
                .filter(reason -> !(reason instanceof MissingLayerException))
                .findFirst()
                .ifPresent(damage -> {
                    throw new CheckFailedException(
                            "the score is right, but other values of this position cannot be read: "
                                    + damage.getMessage(),
                            damage);
                });
    }
}
