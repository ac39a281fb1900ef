package granary.analysis.graph;

import com.google.gson.stream.JsonWriter;
import granary.games.WinLoss;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
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
            if (!lastMove(graph).isEmpty()) {
                out.write("last " + lastMove(graph) + "\n");
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
    },
    /** A JSON object with the start, the ends, the winner, and the moves of each position. */
    JSON {
        @Override
        void write(Graph graph, List<String> names, Writer out) throws IOException {
            JsonWriter json = new JsonWriter(out);
            json.beginObject().name("start").value(names.get(0));
            json.name("ends").beginArray();
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                if (graph.isEnd(vertex)) {
                    json.value(names.get(vertex));
                }
            }
            json.endArray();
            if (!lastMove(graph).isEmpty()) {
                json.name("last").value(lastMove(graph));
            }
            json.name("moves").beginObject();
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                json.name(names.get(vertex)).beginArray();
                for (int to : graph.successors(vertex)) {
                    json.value(names.get(to));
                }
                json.endArray();
            }
            json.endObject().endObject().flush();
            out.write("\n");
        }
    },
    /**
     * An adjacency matrix. Each position has a line: its name, then 1 or 0 for each position, in the order of the
     * lines; 1 means that a move leads there.
     */
    MATRIX {
        @Override
        void write(Graph graph, List<String> names, Writer out) throws IOException {
            char[] row = new char[graph.vertices()];
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                Arrays.fill(row, '0');
                for (int to : graph.successors(vertex)) {
                    row[to] = '1';
                }
                out.write(names.get(vertex) + " ");
                out.write(row);
                out.write("\n");
            }
        }

        @Override
        public long bytes(Graph graph) {
            return (long) graph.vertices() * (graph.vertices() + nameBytes(graph));
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

    /** Returns approximately how many bytes a graph takes. */
    long bytes(Graph graph) {
        long ends = this == DOT ? 2 : 1;
        return (graph.vertices() + ends * graph.edges()) * nameBytes(graph);
    }

    /** Returns the approximate bytes of a name and its separators, taking all names for as long as the first. */
    private static long nameBytes(Graph graph) {
        return graph.name(0).length() + 3L;
    }

    /** Returns whether the last move "wins" or "loses" for the player who makes it; empty when nobody wins or loses. */
    private static String lastMove(Graph graph) {
        return !(graph.game().scoring() instanceof WinLoss scoring) ? "" : scoring.lastMoveWins() ? "wins" : "loses";
    }
}
