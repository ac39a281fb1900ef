package granary.analysis.graph;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The solution of a graph that tells who wins: a score for each vertex, by retrograde analysis from the ends in the order
 * of distance. A vertex is won as soon as one move leads to a lost one, and lost when all its moves lead to won ones;
 * what neither befalls is a draw. Costs a step for each edge.
 */
public final class GraphSolution {
    private final GraphScoring scoring;
    private final int[] scores;

    /** Solves a graph. */
    public GraphSolution(Graph graph) {
        this.scoring = new GraphScoring(graph.lastMove());
        this.scores = new int[graph.vertices()];
        int[][] predecessors = predecessors(graph);
        int[] unknown = new int[graph.vertices()];
        Deque<Integer> settled = new ArrayDeque<>();
        for (int vertex = 0; vertex < unknown.length; vertex++) {
            unknown[vertex] = graph.degree(vertex);
            if (graph.isEnd(vertex)) {
                scores[vertex] = GraphScoring.END;
                settled.add(vertex);
            }
        }
        while (!settled.isEmpty()) {
            int vertex = settled.remove();
            int value = scoring.backUp(0, scores[vertex]);
            for (int before : predecessors[vertex]) {
                unknown[before]--;
                // The first win that comes by is the nearest, the last loss the farthest.
                if (scores[before] == 0 && (value > 0 || unknown[before] == 0)) {
                    scores[before] = value;
                    settled.add(before);
                }
            }
        }
    }

    private static int[][] predecessors(Graph graph) {
        int[] counts = new int[graph.vertices()];
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            for (int move = 0; move < graph.degree(vertex); move++) {
                counts[graph.successor(vertex, move)]++;
            }
        }
        int[][] predecessors = new int[graph.vertices()][];
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            predecessors[vertex] = new int[counts[vertex]];
        }
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            for (int move = 0; move < graph.degree(vertex); move++) {
                int to = graph.successor(vertex, move);
                predecessors[to][--counts[to]] = vertex;
            }
        }
        return predecessors;
    }

    /** Returns the score of a vertex for the player to move there, as {@link GraphScoring} has it. */
    public int score(int vertex) {
        return scores[vertex];
    }

    /** Returns how the scores combine. */
    public GraphScoring scoring() {
        return scoring;
    }
}
