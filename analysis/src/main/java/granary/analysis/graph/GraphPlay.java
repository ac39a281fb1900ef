package granary.analysis.graph;

import granary.analysis.play.Play;
import granary.analysis.play.Step;
import granary.game.Scoring;
import java.util.List;
import java.util.stream.IntStream;

/** A graph played on. */
public final class GraphPlay implements Play {
    private final Graph graph;
    private final Scoring scoring;

    /** Makes the play on a graph that tells who wins. */
    public GraphPlay(Graph graph) {
        this.graph = graph;
        this.scoring = new GraphScoring(graph.lastMove());
    }

    /** {@inheritDoc} A graph has no name of its own. */
    @Override
    public String identity() {
        return "graph";
    }

    @Override
    public List<Step> steps(String position) {
        int vertex = vertex(position);
        return IntStream.range(0, graph.degree(vertex))
                .mapToObj(move -> new Step(graph.names().get(graph.successor(vertex, move)), 0))
                .toList();
    }

    private int vertex(String position) {
        int vertex = graph.number(position);
        if (vertex < 0) {
            throw new IllegalArgumentException("the graph has no position '" + position + "'");
        }
        return vertex;
    }

    /** {@inheritDoc} There is one, because no move brings a reward. */
    @Override
    public int level(String position) {
        return 0;
    }

    @Override
    public int terminalScore(String position) {
        return GraphScoring.END;
    }

    @Override
    public Scoring scoring() {
        return scoring;
    }
}
