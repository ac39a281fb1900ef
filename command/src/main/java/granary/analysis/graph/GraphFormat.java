package granary.analysis.graph;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The formats of graphs. */
enum GraphFormat {
    /** Adjacency lists that {@link GraphReader} reads. */
    TEXT {
        @Override
        void write(Graph graph, List<String> names, Writer out) throws IOException {
            out.write("start " + names.get(0) + "\n");
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                if (graph.isEnd(vertex)) {
                    out.write("end " + names.get(vertex) + "\n");
                }
            }
            if (!graph.lastMove().isEmpty()) {
                out.write("last " + graph.lastMove() + "\n");
            }
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                if (!graph.isEnd(vertex)) {
                    out.write(names.get(vertex) + ":");
                    for (int to : graph.successors(vertex)) {
                        out.write(" " + names.get(to));
                    }
                    out.write("\n");
                }
            }
        }
    },
    /** The language of Graphviz. */
    DOT {
        @Override
        void write(Graph graph, List<String> names, Writer out) throws IOException {
            out.write("digraph game {\n");
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                String shape = vertex == 0 ? " [shape=box]" : graph.isEnd(vertex) ? " [shape=doublecircle]" : "";
                out.write("  \"" + names.get(vertex) + "\"" + shape + ";\n");
            }
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                for (int to : graph.successors(vertex)) {
                    out.write("  \"" + names.get(vertex) + "\" -> \"" + names.get(to) + "\";\n");
                }
            }
            out.write("}\n");
        }
    };

    /** Returns the name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Writes a graph. */
    void write(Graph graph, Writer out) throws IOException {
        write(graph, IntStream.range(0, graph.vertices()).mapToObj(graph::name).toList(), out);
    }

    abstract void write(Graph graph, List<String> names, Writer out) throws IOException;
}
