package granary.analysis.graph;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes graphs and their solutions. */
public final class GraphFiles {
    private GraphFiles() {}

    /** Writes a graph to a file. */
    public static void write(Graph graph, GraphFormat format, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            format.write(graph, out);
        }
    }

    /** Writes a graph to standard output or the like, which stays open. */
    public static void write(Graph graph, GraphFormat format, PrintWriter out) throws IOException {
        format.write(graph, out);
        out.flush();
    }

    /** Prints the score of the start and of its moves, best first. */
    public static void printStart(Graph graph, GraphSolution solution, PrintWriter out) {
        out.println("start " + graph.names().get(0) + ": " + solution.scoring().text(solution.score(0)));
        movesBestFirst(graph, solution, 0).forEach(move -> {
            int to = graph.successor(0, move);
            int score = solution.scoring().backUp(0, solution.score(to));
            out.println(
                    "  to " + graph.names().get(to) + ": " + solution.scoring().text(score));
        });
    }

    /** Writes a line for each position: its name, its score, and where its best move leads, with tabs between them. */
    public static void writeScores(Graph graph, GraphSolution solution, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("position\tscore\tbest\n");
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                int from = vertex;
                Optional<Integer> best =
                        movesBestFirst(graph, solution, vertex).boxed().findFirst();
                out.write(graph.names().get(vertex) + "\t"
                        + solution.scoring().text(solution.score(vertex)) + "\t"
                        + best.map(move -> graph.names().get(graph.successor(from, move)))
                                .orElse("") + "\n");
            }
        }
    }

    private static IntStream movesBestFirst(Graph graph, GraphSolution solution, int vertex) {
        Comparator<Integer> best = (a, b) -> {
            int first = solution.scoring().backUp(0, solution.score(graph.successor(vertex, a)));
            int second = solution.scoring().backUp(0, solution.score(graph.successor(vertex, b)));
            return first == second ? 0 : solution.scoring().isBetter(first, second) ? -1 : 1;
        };
        return IntStream.range(0, graph.degree(vertex)).boxed().sorted(best).mapToInt(Integer::intValue);
    }
}
