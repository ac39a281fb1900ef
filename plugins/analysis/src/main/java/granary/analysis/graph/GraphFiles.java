package granary.analysis.graph;

import granary.game.Scoring;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes graphs and their solutions. */
final class GraphFiles {
    private GraphFiles() {}

    /** Writes a graph to a file. */
    static void write(Graph graph, GraphFormat format, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            format.write(graph, out);
        }
    }

    /** Writes a graph to a stream such as standard output. Does not close the stream. */
    static void write(Graph graph, GraphFormat format, PrintWriter out) throws IOException {
        format.write(graph, out);
        out.flush();
    }

    /** Prints the score of the start and the scores of its moves, best first. */
    static void printStart(Graph graph, int[] scores, PrintWriter out) {
        Scoring scoring = graph.game().scoring();
        out.println("start " + graph.name(0) + ": " + scoring.text(scores[0]));
        for (int move : graph.bestFirst(0, scores)) {
            out.println("  to " + graph.name(graph.successors(0)[move]) + ": "
                    + scoring.text(graph.backUp(0, move, scores)));
        }
    }

    /**
     * Writes a line for each position, with tabs: its name, its score, and the position that its best move leads to.
     */
    static void writeScores(Graph graph, int[] scores, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("position\tscore\tbest\n");
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                int[] successors = graph.successors(vertex);
                String best = graph.bestFirst(vertex, scores).stream()
                        .findFirst()
                        .map(move -> graph.name(successors[move]))
                        .orElse("");
                out.write(graph.name(vertex) + "\t" + graph.game().scoring().text(scores[vertex]) + "\t" + best + "\n");
            }
        }
    }
}
