package granary.engine;

import granary.database.Database;
import granary.database.ScoredMove;
import granary.game.Game;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Finds best moves that make progress. Inside the database every best move keeps the score, but some may lead in a circle. If
 * the database holds distances, they decide. If not, this class looks up the positions of the layer that best moves of both sides
 * reach. Working backwards from the captures, it finds the fewest moves in which the winner can force one. A reply that is not the
 * best counts as a capture, because the score rises. Not safe for use by more than one thread.
 */
public final class Progress {
    /** More positions would take too long to look up; a few thousand are common. */
    private static final int MAX_POSITIONS = 100_000;

    private final Database database;
    private final Game game;
    /** What was found from the position that was last looked ahead from. */
    private final Map<IntBuffer, Node> nodes = new HashMap<>();

    /** Uses a database of a game whose scores are differences of captures. */
    public Progress(Database database) {
        this.database = database;
        this.game = database.game();
    }

    /**
     * Returns the best move that makes progress: the one to the nearest capture for the side that gains, the one to the farthest for
     * the side that loses. Returns -1 when none is known: the score is 0, there is no legal move, or the database holds no
     * distances of the layer and either the mover loses or too many positions would have to be looked up.
     *
     * @throws granary.error.MissingLayerException when the database does not hold the layer of a successor
     */
    public int move(int[] position) {
        return move(position, () -> true);
    }

    /**
     * Returns the best move that makes progress, as {@link #move(int[])}, as far as it is found before a limit.
     *
     * @param goesOn is asked before each position that is looked up ahead, and ends this when it says no
     * @throws granary.error.MissingLayerException when the database does not hold the layer of a successor
     */
    public int move(int[] position, BooleanSupplier goesOn) {
        List<ScoredMove> best = database.bestMoves(position);
        if (best.isEmpty() || best.get(0).score() == 0) {
            return -1;
        }
        if (best.get(0).distance() != ScoredMove.NO_DISTANCE) {
            return best.get(0).move();
        }
        return best.get(0).score() > 0 ? lookAhead(position, goesOn) : -1;
    }

    private int lookAhead(int[] position, BooleanSupplier goesOn) {
        IntBuffer start = IntBuffer.wrap(position.clone());
        if (!nodes.containsKey(start) || nodes.get(start).move < 0) {
            nodes.clear();
            solve(start, goesOn);
        }
        return nodes.get(start).move;
    }

    /**
     * Returns whether the move that {@link #move} found last leads to a capture, or to a better score, whatever the opponent does, without
     * a position that occurred before in the game. The mover gains.
     */
    boolean isSure(PlayedGame played) {
        List<PlayedGame.Moment> moments = played.moments();
        PlayedGame.Moment now = played.now();
        int layer = game.layer(now.position());
        int score = database.score(now.position());
        int plies = plies(now.position());
        for (int i = moments.size() - 2; i >= 0 && game.layer(moments.get(i).position()) == layer; i--) {
            PlayedGame.Moment before = moments.get(i);
            int then = database.score(before.position()) * (before.mover() == now.mover() ? 1 : -1);
            // The mover's score never falls. Where it stays the same, each move comes nearer to the capture.
            if (then > score || (then == score && plies(before.position()) < plies)) {
                return false;
            }
        }
        return plies < Node.OPEN;
    }

    private int plies(int[] position) {
        if (database.distanceLayers().contains(game.layer(position))) {
            return database.distance(position);
        }
        Node node = nodes.get(IntBuffer.wrap(position));
        return node == null ? Node.OPEN : node.plies;
    }

    /** A position in the graph of best moves inside the layer, with its predecessors and its number of open successors. */
    private static final class Node {
        /** Of a position from which no capture is known to be forced. */
        static final int OPEN = Integer.MAX_VALUE;

        private final boolean isWinner;
        private final List<IntBuffer> before = new ArrayList<>();
        private int open;
        /** The winner's move that forces a capture soonest, -1 for none. */
        private int move = -1;
        /** The plies until then. */
        private int plies = OPEN;

        Node(boolean isWinner) {
            this.isWinner = isWinner;
        }
    }

    private void solve(IntBuffer start, BooleanSupplier goesOn) {
        Queue<IntBuffer> found = new ArrayDeque<>();
        Deque<IntBuffer> settled = new ArrayDeque<>();
        nodes.put(start, new Node(true));
        found.add(start);
        while (!found.isEmpty() && nodes.size() < MAX_POSITIONS && goesOn.getAsBoolean()) {
            expand(found.remove(), found, settled);
        }
        while (!settled.isEmpty()) {
            IntBuffer position = settled.remove();
            Node next = nodes.get(position);
            for (IntBuffer before : next.before) {
                Node node = nodes.get(before);
                // The search goes by increasing distance, so the winner's first move that is found is the soonest.
                if (node.isWinner ? node.plies == Node.OPEN : --node.open == 0) {
                    node.move = node.isWinner ? number(before, position) : -1;
                    node.plies = next.plies + 1;
                    settled.add(before);
                }
            }
        }
    }

    private void expand(IntBuffer position, Queue<IntBuffer> found, Deque<IntBuffer> settled) {
        Node node = nodes.get(position);
        int layer = game.layer(position.array());
        List<ScoredMove> best = database.bestMoves(position.array());
        if (best.isEmpty()) {
            // The game is over: nearer than a capture one move away.
            node.plies = 0;
            settled.addFirst(position);
            return;
        }
        for (ScoredMove move : best) {
            IntBuffer successor = IntBuffer.wrap(move.successor());
            if (game.layer(move.successor()) != layer) {
                node.move = node.isWinner && node.move < 0 ? move.move() : node.move;
            } else {
                node.open++;
                Node next = nodes.computeIfAbsent(successor, unseen -> {
                    found.add(unseen);
                    return new Node(!node.isWinner);
                });
                next.before.add(position);
            }
        }
        if (node.isWinner ? node.move >= 0 : node.open == 0) {
            node.plies = 1;
            settled.add(position);
        }
    }

    private int number(IntBuffer from, IntBuffer to) {
        int[] number = {-1};
        game.moves(from.array(), (move, reward, successor) -> {
            if (IntBuffer.wrap(successor).equals(to)) {
                number[0] = move;
            }
        });
        return number[0];
    }
}
