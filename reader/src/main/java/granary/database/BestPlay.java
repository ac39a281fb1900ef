package granary.database;

import granary.game.Game;
import granary.game.Scoring;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Best play by both sides that makes progress. Any best move keeps the score, but if scores contain no distance, as in awari, best moves
 * may go in circles and never capture. So the side that gains plays to the nearest conversion that it can force, whatever the other does,
 * and the side that loses to the farthest; among moves that are as near, the first of {@link Database#moves}.
 *
 * <p>If the database holds distances, they determine these moves. Otherwise positions of the layer that best moves of both sides reach are
 * looked up, the nearest first, until the plies to a forced conversion are known. A few positions are common, thousands are rare. So play
 * is the same with distances and without, unless more than {@link #MOST_POSITIONS} had to be looked up: then the first best move is played.
 *
 * <p>Takes at most 4 MiB of heap. Not safe for use by more than one thread.
 */
public final class BestPlay {
    /** The most positions that are looked up to find the way to one conversion. */
    public static final int MOST_POSITIONS = 20_000;
    /** The most moves of a line. */
    public static final int MOST_MOVES = 1000;

    private final Database database;
    private final Game game;
    private final BooleanSupplier goesOn;
    /** The layer of the position that was last looked ahead from. */
    private int layer;
    /** By rank, the positions that were reached from there. */
    private final Map<Long, Node> nodes = new HashMap<>();

    /** Plays by a database, which stays open as long as this is used. */
    public BestPlay(Database database) {
        this(database, () -> true);
    }

    /**
     * Plays by a database, which stays open as long as this is used.
     *
     * @param goesOn is asked before each position that is looked up ahead; the search ends when it returns false
     */
    public BestPlay(Database database, BooleanSupplier goesOn) {
        this.database = database;
        this.game = database.game();
        this.goesOn = goesOn;
    }

    /**
     * Returns the best move that makes progress. It is empty when there is no legal move, when the score is the cycle value, so that best
     * play never ends or ends at a draw, and when it was not found within the limits. Throws the exceptions of {@link Database#moves}.
     */
    public Optional<ScoredMove> move(int[] position) {
        List<ScoredMove> best = database.bestMoves(position);
        Scoring scoring = game.scoring();
        if (best.isEmpty() || (!scoring.tellsDistance() && best.get(0).score() == scoring.cycleValue())) {
            return Optional.empty();
        }
        if (!mayCircle(best.get(0))) {
            return Optional.of(best.get(0));
        }
        Node node = lookAhead(position, best.get(0));
        return node.plies == Node.OPEN ? Optional.empty() : Optional.of(best.get(node.bestMove()));
    }

    /** Returns whether best moves from a position with this first one may lead back to it. */
    private boolean mayCircle(ScoredMove first) {
        return first.distance() == ScoredMove.NO_DISTANCE
                && !game.scoring().tellsDistance()
                && first.score() != game.scoring().cycleValue();
    }

    /**
     * Returns the plies in which the side that gains forces a conversion, if distances or the last {@link #move} give them. Throws the
     * exceptions of {@link Database#findDistance}.
     */
    public OptionalInt plies(int[] position) {
        if (database.distanceLayers().contains(game.layer(position))) {
            return OptionalInt.of(database.distance(position));
        }
        Node node = game.layer(position) == layer ? nodes.get(game.rank(position)) : null;
        return node == null || node.plies == Node.OPEN ? OptionalInt.empty() : OptionalInt.of(node.plies);
    }

    /** Returns the line of best play of {@link Database#line}. */
    public Line line(int[] position) {
        return line(position, MOST_MOVES);
    }

    Line line(int[] position, int most) {
        List<ScoredMove> line = new ArrayList<>();
        Set<IntBuffer> seen = new HashSet<>();
        int[] current = position.clone();
        Node node = null; // the position, on a way that was found
        int given = -1; // the last layer in which no way was found: it is not looked for again
        while (seen.add(IntBuffer.wrap(current))) {
            List<ScoredMove> best = database.bestMoves(current);
            if (best.isEmpty()) {
                return new Line(line, Line.End.GAME_OVER);
            }
            if (line.size() == most) {
                return new Line(line, Line.End.LIMIT);
            }
            if (node == null && mayCircle(best.get(0)) && game.layer(current) != given) {
                Node start = lookAhead(current, best.get(0));
                node = start.plies == Node.OPEN ? null : start;
                given = node == null ? layer : given;
            }
            int move = node == null ? 0 : node.bestMove();
            node = node == null ? null : node.after[move];
            line.add(best.get(move));
            current = best.get(move).successor();
        }
        return new Line(line, Line.End.REPETITION);
    }

    /** Looks positions up until it is known in how many plies a conversion is forced from the first, by the fewest. */
    private Node lookAhead(int[] start, ScoredMove best) {
        layer = game.layer(start);
        nodes.clear();
        Node first =
                new Node(game.scoring().isBetter(best.score(), game.scoring().cycleValue()));
        nodes.put(game.rank(start), first);
        List<Node> looked = new ArrayList<>();
        List<int[]> level = List.of(start.clone());
        // A conversion in fewer plies than the depth of the search cannot become nearer.
        for (int depth = 0; first.plies >= depth && !level.isEmpty(); depth++) {
            List<int[]> next = new ArrayList<>();
            List<int[]> some = level.subList(0, Math.min(level.size(), MOST_POSITIONS - looked.size()));
            database.fetch(some);
            for (int[] position : some) {
                if (!goesOn.getAsBoolean()) {
                    return first;
                }
                looked.add(look(position, next));
            }
            settle(looked);
            level = next;
        }
        return first;
    }

    /** Looks up a position that was reached, and adds those that are reached from it for the first time. */
    private Node look(int[] position, List<int[]> reached) {
        Node node = nodes.get(game.rank(position));
        List<ScoredMove> best = database.bestMoves(position);
        node.after = new Node[best.size()];
        for (int i = 0; i < best.size(); i++) {
            int[] successor = best.get(i).successor();
            if (game.layer(successor) == layer) {
                node.after[i] = nodes.computeIfAbsent(game.rank(successor), unseen -> {
                    reached.add(successor);
                    return new Node(!node.isGaining);
                });
            }
        }
        return node;
    }

    /** Finds the plies of all positions that were looked up: they only become fewer, from infinitely many. */
    private static void settle(List<Node> looked) {
        boolean isNew = true;
        while (isNew) {
            isNew = false;
            for (int i = looked.size() - 1; i >= 0; i--) {
                isNew |= looked.get(i).settle();
            }
        }
    }

    /** A position of the layer. */
    private static final class Node {
        /** The plies of a position from which no conversion is known to be forced. */
        static final int OPEN = Integer.MAX_VALUE;

        private final boolean isGaining;
        /** The position after each best move, null outside of the layer. Null until it is looked up. */
        private Node[] after;

        private int plies = OPEN;

        Node(boolean isGaining) {
            this.isGaining = isGaining;
        }

        /** Returns the plies to a conversion by one of the best moves. */
        private int plies(int move) {
            int rest = after[move] == null ? 0 : after[move].plies;
            return rest == OPEN ? OPEN : 1 + rest;
        }

        /** Returns the index of the move to the nearest conversion for the side that gains, to the farthest for the other. */
        int bestMove() {
            int best = 0;
            for (int move = 1; move < after.length; move++) {
                if (isGaining ? plies(move) < plies(best) : plies(move) > plies(best)) {
                    best = move;
                }
            }
            return best;
        }

        /** Updates the plies from those of the positions after it. Returns whether they changed. */
        boolean settle() {
            int before = plies;
            plies = after.length == 0 ? 0 : plies(bestMove());
            return plies != before;
        }
    }
}
