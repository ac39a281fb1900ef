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
    /** The move that forces a capture soonest, by position with the winner to move. */
    private final Map<IntBuffer, Integer> moves = new HashMap<>();

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
        List<ScoredMove> best = database.bestMoves(position);
        if (best.isEmpty() || best.get(0).score() == 0) {
            return -1;
        }
        if (best.get(0).distance() != ScoredMove.NO_DISTANCE) {
            return best.get(0).move();
        }
        return best.get(0).score() > 0 ? lookAhead(position) : -1;
    }

    private int lookAhead(int[] position) {
        IntBuffer start = IntBuffer.wrap(position.clone());
        if (!moves.containsKey(start)) {
            moves.clear();
            solve(start);
        }
        return moves.getOrDefault(start, -1);
    }

    /** A position in the graph of best moves inside the layer, with its predecessors and its number of open successors. */
    private static final class Node {
        private final boolean isWinner;
        private final List<IntBuffer> before = new ArrayList<>();
        private int open;

        Node(boolean isWinner) {
            this.isWinner = isWinner;
        }
    }

    private void solve(IntBuffer start) {
        Map<IntBuffer, Node> nodes = new HashMap<>();
        Queue<IntBuffer> found = new ArrayDeque<>();
        Deque<IntBuffer> settled = new ArrayDeque<>();
        nodes.put(start, new Node(true));
        found.add(start);
        while (!found.isEmpty() && nodes.size() < MAX_POSITIONS) {
            IntBuffer position = found.remove();
            expand(position, nodes, found, settled);
        }
        while (!settled.isEmpty()) {
            IntBuffer position = settled.remove();
            for (IntBuffer before : nodes.get(position).before) {
                Node node = nodes.get(before);
                // The search goes by increasing distance, so the winner's first move that is found is the soonest.
                if (node.isWinner ? moves.putIfAbsent(before, number(before, position)) == null : --node.open == 0) {
                    settled.add(before);
                }
            }
        }
    }

    private void expand(
            IntBuffer position, Map<IntBuffer, Node> nodes, Queue<IntBuffer> found, Deque<IntBuffer> settled) {
        Node node = nodes.get(position);
        int layer = game.layer(position.array());
        List<ScoredMove> best = database.bestMoves(position.array());
        if (best.isEmpty()) {
            // The game is over: nearer than a capture one move away.
            settled.addFirst(position);
            return;
        }
        for (ScoredMove move : best) {
            IntBuffer successor = IntBuffer.wrap(move.successor());
            if (game.layer(move.successor()) != layer) {
                if (node.isWinner) {
                    moves.putIfAbsent(position, move.move());
                }
            } else {
                node.open++;
                Node next = nodes.computeIfAbsent(successor, unseen -> {
                    found.add(unseen);
                    return new Node(!node.isWinner);
                });
                next.before.add(position);
            }
        }
        if (node.isWinner ? moves.containsKey(position) : node.open == 0) {
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
