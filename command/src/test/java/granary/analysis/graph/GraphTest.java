package granary.analysis.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.builder.database.BuiltDatabase;
import granary.command.testing.Cli;
import granary.game.Game;
import granary.games.WinLoss;
import granary.games.chain.Chain;
import granary.games.chomp.Chomp;
import granary.testing.Outcome;
import granary.testing.TestRandom;
import granary.testing.ValueIteration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class GraphTest {
    private static final String CHOMP = "graph --game chomp --rows 3 --columns 3";

    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private GraphGame graph(String text) throws IOException {
        return GraphReader.read(file("graph.txt", text));
    }

    private static int score(GraphGame game, String name) {
        return Graph.of(game).scores()[game.notation().parse(name)[0]];
    }

    @Test
    void everyFormatHasTwentyPositionsAndNinetyEdges() throws IOException {
        Outcome text = Cli.line(CHOMP);
        assertTrue(text.err().startsWith("chomp rows=3 columns=3: 20 positions, 90 edges, about "), text.err());
        Graph graph = Graph.of(graph(text.out()));
        assertEquals(20, graph.vertices());
        assertEquals(90, graph.edges());
        List<String> matrix = Cli.line(CHOMP + " --format matrix").lines();
        assertEquals(20, matrix.size());
        assertEquals(
                90,
                matrix.stream()
                        .map(line -> line.substring(line.indexOf(' ')))
                        .flatMapToInt(String::chars)
                        .filter(sign -> sign == '1')
                        .count());
        List<String> dot = Cli.line(CHOMP + " --format dot").lines();
        assertEquals(90, dot.stream().filter(line -> line.contains(" -> ")).count());
        assertEquals(20 + 90 + 2, dot.size());
        JsonObject json =
                JsonParser.parseString(Cli.line(CHOMP + " --format json").out()).getAsJsonObject();
        assertEquals("[\"0/0/0\"]", json.get("ends").toString());
        JsonObject moves = json.get("moves").getAsJsonObject();
        assertEquals(20, moves.size());
        assertEquals(
                90,
                moves.keySet().stream()
                        .mapToInt(name -> moves.get(name).getAsJsonArray().size())
                        .sum());
        for (String from : moves.keySet()) {
            moves.get(from)
                    .getAsJsonArray()
                    .forEach(to ->
                            assertTrue(dot.contains("  \"" + from + "\" -> " + to + ";"), () -> from + " -> " + to));
        }
    }

    @Test
    void aGameWrittenAsAGraphHasTheScoresOfItsDatabase() throws IOException {
        for (String words :
                new String[] {"--game chomp --rows 4 --columns 5", "--game chain 12", "--game chain --rules inverse 12"
                }) {
            Graph graph = Graph.of(graph(Cli.line("graph " + words).out()));
            Game game = words.contains("chomp") ? new Chomp(4, 5) : new Chain(!words.contains("inverse"));
            int[] scores = graph.scores();
            try (BuiltDatabase built = new BuiltDatabase(game, words.contains("chomp") ? 20 : 12)) {
                for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                    String name = graph.name(vertex);
                    int expected = built.database().score(game.notation().parse(name));
                    assertEquals(graph.isEnd(vertex) ? WinLoss.END : expected, scores[vertex], name);
                }
            }
        }
    }

    @Test
    void endlessPlayIsADraw() throws IOException {
        GraphGame graph = graph("# round and round\nstart a\nend z\na: b c\nb: a d\nc: z a\nd: e\ne: d\n");
        // From c the end loses, back to a does not; nobody can be made to go to z.
        for (String name : List.of("a", "b", "c", "d", "e")) {
            assertEquals(0, score(graph, name), name);
        }
        Outcome run = Cli.run("graph", "--file", directory.resolve("graph.txt").toString());
        assertEquals("0 won, 0 lost, 5 drawn", run.lines().get(1));
        assertEquals("start a: draw", run.lines().get(2));
    }

    @Test
    void nearestWinIsFoundThroughCycle() throws IOException {
        // b can go back to a; a wins by c, whose only move is to the end.
        GraphGame graph = graph("b: a z\na: b c\nc: z\nend z\nstart a\n");
        assertEquals(2, score(graph, "a"));
        assertEquals(-1, score(graph, "c"));
        assertEquals(-3, score(graph, "b"));
        assertEquals("a", graph.notation().draw(new int[1]), "the start is number 0");
        GraphGame wins = graph("b: a z\na: b c\nc: z\nend z\nstart a\nlast wins\n");
        assertEquals(1, score(wins, "b"));
        assertEquals(1, score(wins, "c"));
        assertEquals(-2, score(wins, "a"));
    }

    @Test
    void randomGraphsHaveTheScoresOfPlainValueIteration() {
        Random random = TestRandom.create();
        for (int i = 0; i < 300; i++) {
            GraphGame game = random(random);
            int[] scores = Graph.of(game).scores();
            ValueIteration expected = new ValueIteration(game, 0);
            for (int[] position : expected.positions()) {
                assertEquals(
                        expected.score(position),
                        scores[position[0]],
                        game.notation().draw(position));
            }
        }
    }

    /** Returns a graph of up to 40 vertices, one in four an end, with 0 to 4 moves from each of the others. */
    private static GraphGame random(Random random) {
        int[][] successors = new int[1 + random.nextInt(40)][];
        for (int vertex = 0; vertex < successors.length; vertex++) {
            int degree = random.nextInt(4) == 0 ? 0 : random.nextInt(5);
            successors[vertex] =
                    random.ints(degree, 0, successors.length).distinct().toArray();
        }
        List<String> names = IntStream.range(0, successors.length)
                .mapToObj(vertex -> "v" + vertex)
                .toList();
        return new GraphGame(names, successors, random.nextBoolean());
    }

    @Test
    void longPathIsSolvedInOnePass() {
        int length = 300_000;
        List<String> names =
                IntStream.range(0, length).mapToObj(Integer::toString).toList();
        for (int step : new int[] {1, -1}) {
            int[][] successors = new int[length][];
            for (int vertex = 0; vertex < length; vertex++) {
                int to = vertex + step;
                successors[vertex] = to < 0 || to == length ? new int[0] : new int[] {to};
            }
            int[] scores = Graph.of(new GraphGame(names, successors, true)).scores();
            assertEquals(step > 0 ? length - 1 : WinLoss.END, scores[0]);
            assertEquals(step > 0 ? WinLoss.END : length - 1, scores[length - 1]);
        }
    }

    @Test
    void scoresOfAllPositionsGoToAFile() throws IOException {
        Path graph = file("graph.txt", "start a\nend z\na: b c\nb: a z\nc: z\n");
        Path scores = directory.resolve("scores.tsv");
        Cli.run("graph", "--file", graph.toString(), "--out", scores.toString()).assertSuccess();
        assertEquals(
                List.of("position\tscore\tbest", "a\t+2\tc", "z\tend\t", "b\t-3\ta", "c\t-1\tz"),
                Files.readAllLines(scores));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "malformed.tsv", delimiter = '\t', quoteCharacter = '`', numLinesToSkip = 1)
    void aMalformedGraphIsAMistakeThatIsExplained(String graph, String reason) throws IOException {
        Path path = file("graph.txt", graph == null ? "" : graph.replace('|', '\n') + "\n");
        Cli.run("graph", "--file", path.toString()).assertMistake(reason, "graph.txt");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--game chomp --rows 14 --columns 14 | up to 40,116,600 positions may follow from this one; a graph may have at most 2,000,000",
                "--game chomp --format matrix | 43,758 positions, 1,750,320 edges, about 1.8 GiB",
                "--game awari --pits 2 --seeds 9 | give the position in which play begins",
                "--game chain x | x",
                "--format svg --game chomp --rows 2 --columns 2 | but was 'svg'"
            })
    void refusedGraphsHaveReasons(String words, String reason) {
        Cli.line("graph " + words).assertMistake(reason);
    }

    @Test
    void withoutAPositionTheGraphBeginsWithTheOpening() {
        String nine = Cli.line("graph --game chain 9").out();
        assertTrue(nine.startsWith("start 9\n"), nine);
        assertEquals(nine, Cli.line("graph --game chain --chips 9").out());
    }

    @Test
    void graphsForOnePlayerNameNoWinner() {
        Outcome run = Cli.line("graph --game chexers 3,-1");
        assertTrue(run.out().startsWith("start 3,-1\nend none\n"), run.out());
        assertFalse(run.out().contains("last "), run.out());
    }
}
