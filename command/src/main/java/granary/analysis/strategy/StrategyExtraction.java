package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.game.Game;
import granary.game.Scoring;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Makes strategies from scores. A strategy has a best move for each position that any reply can lead to.
 *
 * <p>Where positions can repeat, best moves need not make progress: a player could delay a win for ever. So the
 * extraction takes a best move that leads nearer to the end, to a capture, or to a position where endless play is no
 * worse. The distance counts moves against the best replies. A worse reply raises the score, which can happen only
 * finitely often.
 */
final class StrategyExtraction {
    private static final int FAR = Integer.MAX_VALUE - 1;

    private final Game game;
    private final ToIntFunction<int[]> scores;

    /**
     * Makes an extraction.
     *
     * @param scores the score of each position for its player to move
     */
    StrategyExtraction(Game game, ToIntFunction<int[]> scores) {
        this.game = game;
        this.scores = scores;
    }

    /**
     * Returns a strategy.
     *
     * @param start the position that play begins with
     * @throws granary.builder.CheckFailedException when too many positions can be reached
     */
    Strategy extract(int[] start, Player player) {
        Graph graph = Graph.restricted(game, start, player == Player.FIRST, this::bestMoves);
        int[] moves = nearest(graph);
        Map<String, String> chosen = new LinkedHashMap<>();
        boolean[] seen = new boolean[graph.vertices()];
        int[] open = new int[graph.vertices()];
        int count = 1;
        seen[0] = true;
        for (int i = 0; i < count; i++) {
            int vertex = open[i];
            int[] next = graph.successors(vertex);
            if (graph.isHeld(vertex) && next.length > 0) {
                next = new int[] {next[moves[vertex]]};
                chosen.put(graph.name(vertex), graph.name(next[0]));
            }
            for (int to : next) {
                if (!seen[to]) {
                    seen[to] = true;
                    open[count++] = to;
                }
            }
        }
        return new Strategy(game.identity(), Graph.name(game, start), player, chosen);
    }

    private List<Move> bestMoves(int[] position, List<Move> moves) {
        int score = scores.applyAsInt(position);
        return moves.stream()
                .filter(move -> game.scoring().backUp(move.captured(), scores.applyAsInt(move.successor())) == score)
                .toList();
    }

    /** Returns for each vertex of the player the index of the best move with the least distance. */
    private int[] nearest(Graph graph) {
        int[] score = new int[graph.vertices()];
        Arrays.setAll(score, vertex -> scores.applyAsInt(graph.position(vertex)));
        int[] distance = new int[graph.vertices()];
        Arrays.fill(distance, FAR);
        int[] moves = new int[graph.vertices()];
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int vertex = graph.vertices() - 1; vertex >= 0; vertex--) {
                int near = distance(graph, vertex, score, distance, moves);
                changed |= near != distance[vertex];
                distance[vertex] = near;
            }
        }
        return moves;
    }

    private int distance(Graph graph, int vertex, int[] score, int[] distance, int[] moves) {
        int[] next = graph.successors(vertex);
        if (next.length == 0) {
            return 0;
        }
        boolean own = graph.isHeld(vertex);
        int result = own ? FAR : 0;
        for (int move = 0; move < next.length; move++) {
            int near = graph.captured(vertex, move) != 0 ? 0 : distance[next[move]];
            if (own && near < result) {
                result = near;
                moves[vertex] = move;
            } else if (!own && graph.backUp(vertex, move, score) == score[vertex]) {
                result = Math.max(result, near);
            }
        }
        // If endless play is as good for the player as the score, or better, the distance does not matter.
        Scoring scoring = game.scoring();
        boolean isContent = own
                ? !scoring.isBetter(score[vertex], scoring.cycleValue())
                : !scoring.isBetter(scoring.cycleValue(), score[vertex]);
        return isContent ? 0 : Math.min(FAR, result + 1);
    }
}
