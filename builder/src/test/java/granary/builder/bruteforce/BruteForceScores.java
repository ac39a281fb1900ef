package granary.builder.bruteforce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of all boards up to some number of seeds, straight from the definition: the score of a game that is broken
 * off after d moves with nothing for either side, for d = 0, 1, 2 ... until it no longer depends on d.
 */
final class BruteForceScores {
    private final Map<Board, Node> nodes = new HashMap<>();

    /** A board, the moves from it, and its score as far as it is known. */
    private static final class Node {
        private final Board board;
        private List<Edge> moves = List.of();
        private int score;
        private int deeperScore;

        Node(Board board) {
            this.board = board;
        }

        int best() {
            int best = Integer.MIN_VALUE;
            for (Edge move : moves) {
                best = Math.max(best, move.captured - move.next.score);
            }
            return best;
        }
    }

    private record Edge(int captured, Node next) {}

    BruteForceScores(Rules rules, int pits, int topSeeds) {
        // Seeds never come back to the board, so boards with fewer are done before those with more.
        for (int seeds = 0; seeds <= topSeeds; seeds++) {
            List<Node> layer = Board.all(pits, seeds).stream().map(Node::new).toList();
            layer.forEach(node -> nodes.put(node.board, node));
            layer.forEach(node -> prepare(node, rules));
            iterate(layer.stream().filter(node -> !node.moves.isEmpty()).toList());
        }
    }

    private void prepare(Node node, Rules rules) {
        node.moves = rules.legalMoves(node.board).stream()
                .map(move -> new Edge(move.captured(), nodes.get(move.next())))
                .toList();
        node.score = node.moves.isEmpty() ? rules.endOfGame(node.board) : 0;
    }

    private static void iterate(List<Node> layer) {
        boolean changed;
        do {
            changed = false;
            for (Node node : layer) {
                node.deeperScore = node.best();
                changed |= node.deeperScore != node.score;
            }
            for (Node node : layer) {
                node.score = node.deeperScore;
            }
        } while (changed);
    }

    /** Returns the score of every board. */
    Map<Board, Integer> scores() {
        Map<Board, Integer> scores = new HashMap<>();
        nodes.forEach((board, node) -> scores.put(board, node.score));
        return scores;
    }
}
