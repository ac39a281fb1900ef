package granary.analysis.graph;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.command.kit.OutputFile;
import granary.command.kit.Subcommand;
import granary.command.option.GameOptions;
import granary.command.option.PositionArgument;
import granary.game.Game;
import granary.game.Scoring;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a game's graph, or solves a graph from a file. */
@Command(
        name = "graph",
        description = "Writes the graph of all positions that play reaches, or solves a graph from a file.",
        footer = {
            "",
            "Examples:",
            "  granary graph --game chomp --rows 3 --columns 3 --format dot --out chomp.dot",
            "  granary graph --game chain 9                 from the row of nine",
            "  granary graph --file graph.txt      solves; --out FILE gets all scores",
            "",
            "A graph in text, which --format text writes and --file reads:",
            "  # a remark",
            "  start a",
            "  end z            where the game ends; there may be several",
            "  last loses       who moves to an end loses (the default); or: last wins",
            "  a: b c           the moves of a lead to b and c; all but the ends have a line",
            "  b: a z           positions may repeat; endless play is a draw",
            "  c: z"
        })
public final class GraphCommand extends Subcommand {
    private static final long MAX_VERTICES = 2_000_000;

    @Option(names = "--file", paramLabel = "FILE", description = "Solve the graph in this file.")
    private Path source;

    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (adjacency lists) or dot (${DEFAULT-VALUE}).")
    private GraphFormat format;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to this file instead of standard output.")
    private Path out;

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    @Override
    protected void run() throws IOException {
        OutputFile target = out == null ? null : new OutputFile(out, force);
        if (source == null) {
            write(target);
        } else {
            solve(target);
        }
    }

    private void write(OutputFile target) throws IOException {
        Game game = gameOptions.game();
        int[] start = positionArgument.orOpening(game, () -> gameOptions.topLayer(game));
        long most = maxVertices(game, start);
        if (most > MAX_VERTICES) {
            throw new InvalidRequestException("up to " + Units.count(most)
                    + " positions may follow from this one; a graph may have at most " + Units.count(MAX_VERTICES));
        }
        Graph graph = Graph.from(game, start);
        PrintWriter err = err();
        err.println(game.identity() + ": " + sizes(graph));
        err.flush();
        if (target == null) {
            format.write(graph, out());
        } else {
            target.writeText(out -> format.write(graph, out));
        }
    }

    /** Returns an upper bound on the positions that follow: all of the start's layer and of the layers below. */
    private static long maxVertices(Game game, int[] start) {
        long sum = 0;
        for (int layer = 0; layer <= game.layer(start); layer++) {
            sum += game.size(layer);
        }
        return sum;
    }

    private void solve(OutputFile target) throws IOException {
        Graph graph = GraphReader.read(source);
        if (out != null && Files.exists(out) && Files.isSameFile(source, out)) {
            throw new InvalidRequestException(out + " is the graph to solve; name another file for its scores");
        }
        int[] scores = graph.scores();
        out().println(sizes(graph) + "; who moves to an end " + graph.lastMove());
        out().println(count(graph, scores, 1) + " won, " + count(graph, scores, -1) + " lost, "
                + count(graph, scores, 0) + " drawn");
        printStart(graph, scores);
        if (target != null) {
            target.writeText(out -> writeScores(graph, scores, out));
        }
    }

    private static String sizes(Graph graph) {
        return Units.count(graph.vertices()) + " positions, " + Units.count(graph.edges()) + " edges";
    }

    /** Returns the number of vertices whose score has the given sign, without ends. */
    private static long count(Graph graph, int[] scores, int sign) {
        return IntStream.range(0, graph.vertices())
                .filter(vertex -> !graph.isEnd(vertex) && Integer.signum(scores[vertex]) == sign)
                .count();
    }

    /** Prints the score of the start and the scores of its moves, best first. */
    private void printStart(Graph graph, int[] scores) {
        Scoring scoring = graph.scoring();
        out().println("start " + graph.name(0) + ": " + scoring.text(scores[0]));
        for (int move : graph.bestFirst(0, scores)) {
            out().println("  to " + graph.name(graph.successors(0)[move]) + ": "
                    + scoring.text(graph.backUp(0, move, scores)));
        }
    }

    /**
     * Writes a line for each position, with tabs: its name, its score, and the position that its best move leads to.
     */
    private static void writeScores(Graph graph, int[] scores, Writer out) throws IOException {
        out.write("position\tscore\tbest\n");
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            int[] successors = graph.successors(vertex);
            String best = graph.bestFirst(vertex, scores).stream()
                    .findFirst()
                    .map(move -> graph.name(successors[move]))
                    .orElse("");
            out.write(graph.name(vertex) + "\t" + graph.scoring().text(scores[vertex]) + "\t" + best + "\n");
        }
    }
}
