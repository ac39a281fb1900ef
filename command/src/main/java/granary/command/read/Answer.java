package granary.command.read;

import granary.builder.CheckFailedException;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.Comparator;
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
    private final List<Move> moves = new ArrayList<>();
    /** The reasons why values other than the scores of the moves are not known. */
    private final List<DatabaseException> reasons = new ArrayList<>();

    private int score;
    private OptionalInt distance = OptionalInt.empty();
    private OptionalInt bounds = OptionalInt.empty();

    /** A move, and the reason why its score is not known, or null. */
    record Move(ScoredMove scored, DatabaseException unknown) {}

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
            database.moves(position).forEach(move -> moves.add(new Move(move, null)));
            return;
        } catch (DatabaseException e) {
            // One by one.
        }
        boolean withDistance = database.distanceLayers().contains(game.layer(position));
        List<Move> unknown = new ArrayList<>();
        game.moves(position, (move, captured, reached) -> {
            int[] successor = reached.clone();
            try {
                int value = game.scoring().backUp(captured, database.score(successor));
                int plies = withDistance ? distance(value, successor) : ScoredMove.NO_DISTANCE;
                moves.add(new Move(new ScoredMove(move, captured, value, plies, successor), null));
            } catch (DatabaseException e) {
                unknown.add(new Move(new ScoredMove(move, captured, 0, successor), e));
            }
        });
        moves.sort(Comparator.comparing(
                move -> move.scored.score(),
                (a, b) -> a.equals(b) ? 0 : game.scoring().isBetter(a, b) ? -1 : 1));
        moves.addAll(unknown);
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
        OptionalInt best = moves.isEmpty()
                ? OptionalInt.of(game.terminalScore(position))
                : moves.stream()
                        .filter(move -> move.unknown == null)
                        .mapToInt(move -> move.scored.score())
                        .findFirst();
        boolean knowsAll = moves.isEmpty() || moves.getLast().unknown == null;
        try {
            score = database.score(position);
        } catch (DatabaseException e) {
            if (!knowsAll) {
                throw e;
            }
            reasons.add(e);
            score = best.getAsInt();
        }
        if (best.isPresent()
                && (knowsAll ? score != best.getAsInt() : game.scoring().isBetter(best.getAsInt(), score))) {
            throw new CheckFailedException(database.where() + " gives "
                    + game.notation().text(position)
                    + " the score " + game.scoring().text(score) + ", and the best of its moves "
                    + game.scoring().text(best.getAsInt())
                    + ": one of them is wrong (granary verify finds the layer)");
        }
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

    /** Returns the moves, best first, those whose scores are not known last. */
    List<Move> moves() {
        return moves;
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
        moves.forEach(move -> all.add(move.unknown));
        all.stream()
                .filter(reason -> reason != null && !(reason instanceof MissingLayerException))
                .findFirst()
                .ifPresent(damage -> {
                    throw new CheckFailedException(
                            "the score is right, but other values of this position cannot be read: "
                                    + damage.getMessage(),
                            damage);
                });
    }
}
