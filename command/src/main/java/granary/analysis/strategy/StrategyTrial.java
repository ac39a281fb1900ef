package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.game.Game;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A strategy played against every reply.
 *
 * @param score the least score that the strategy's player gets
 * @param positions the number of positions that any replies can lead to
 * @param line the game against the best replies, in words
 */
record StrategyTrial(int score, int positions, String line) {
    private static final int MOVES_SHOWN = 30;

    /**
     * Finds a strategy's score against the best replies, by playing all replies.
     *
     * @throws granary.builder.CheckFailedException when the strategy lacks a move that it needs, or has an illegal one
     * @throws IllegalArgumentException when the strategy names a position that the game does not have
     */
    static StrategyTrial of(Game game, Strategy strategy) {
        boolean isFirst = strategy.player() == Player.FIRST;
        Graph graph = Graph.restricted(
                game,
                game.notation().parse(strategy.start()),
                isFirst,
                (position, moves) -> List.of(strategy.move(game, position, moves)));
        int[] scores = graph.scores();
        return new StrategyTrial(isFirst ? scores[0] : -scores[0], graph.vertices(), line(graph, scores));
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
