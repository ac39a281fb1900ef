package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.builder.CheckFailedException;
import granary.game.Game;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/** Plays a strategy against every reply. */
final class StrategyTrial {
    private static final int MOVES_SHOWN = 30;

    private final Game game;
    private final Strategy strategy;

    /** Prepares the test of a strategy. */
    StrategyTrial(Game game, Strategy strategy) {
        this.game = game;
        this.strategy = strategy;
    }

    /**
     * The result of a test.
     *
     * @param score the least score that the strategy's player gets
     * @param positions the number of positions that any replies can lead to
     * @param line the game against the best replies, in words
     */
    record Result(int score, int positions, String line) {}

    /**
     * Finds the strategy's score against the best replies, by playing all replies.
     *
     * @throws CheckFailedException when the strategy lacks a move that it needs, or has an illegal one
     * @throws IllegalArgumentException when the strategy names a position that the game does not have
     */
    Result run() {
        int[] start = game.notation().parse(strategy.start());
        Graph graph = Graph.restricted(
                game,
                start,
                strategy.player() == Player.FIRST,
                (position, moves) -> List.of(move(game, strategy, position, moves)));
        int[] scores = graph.scores();
        int score = strategy.player() == Player.FIRST ? scores[0] : -scores[0];
        return new Result(score, graph.vertices(), line(graph, scores));
    }

    /** Returns a strategy's move in a position. */
    static Move move(Game game, Strategy strategy, int[] position, List<Move> moves) {
        String from = Graph.name(game, position);
        String to = strategy.move(from)
                .orElseThrow(() -> new CheckFailedException(
                        "the strategy of the " + strategy.player().id() + " player has no move in " + from));
        return moves.stream()
                .filter(move -> Graph.name(game, move.successor()).equals(to))
                .findFirst()
                .orElseThrow(() -> new CheckFailedException("the strategy of the "
                        + strategy.player().id() + " player goes from " + from + " to " + to + ", and no move does"));
    }

    private static String line(Graph graph, int[] scores) {
        StringJoiner line = new StringJoiner(" -> ");
        Set<Integer> seen = new HashSet<>();
        int vertex = 0;
        while (true) {
            line.add(graph.name(vertex));
            if (graph.isEnd(vertex)) {
                return line.toString();
            }
            if (!seen.add(vertex) || seen.size() > MOVES_SHOWN) {
                return line.add("and so on").toString();
            }
            vertex = graph.successors(vertex)[graph.bestFirst(vertex, scores).get(0)];
        }
    }
}
