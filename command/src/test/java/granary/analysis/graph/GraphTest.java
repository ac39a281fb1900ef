package granary.analysis.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.database.BuiltDatabase;
import granary.command.testing.Cli;
import granary.game.Game;
import granary.games.WinLoss;
import granary.games.chain.Chain;
import granary.games.chomp.Chomp;
import granary.testing.Outcome;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
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

    private Graph graph(String text) throws IOException {
        return GraphReader.read(file("graph.txt", text));
    }

    /** Returns the scores by the names of the positions. */
    private static Map<String, Integer> scores(Graph graph) {
        int[] scores = graph.scores();
        return IntStream.range(0, scores.length)
                .boxed()
                .collect(Collectors.toMap(graph::name, vertex -> scores[vertex]));
    }

    @Test
    void bothFormatsHaveTwentyPositionsAndNinetyEdges() throws IOException {
        Outcome text = Cli.line(CHOMP);
        assertEquals(
                "chomp rows=3 columns=3: 20 positions, 90 edges", text.err().strip());
        Graph graph = graph(text.out());
        assertEquals(20, graph.vertices());
        assertEquals(90, graph.edges());
        List<String> dot = Cli.line(CHOMP + " --format dot").lines();
        assertEquals(20 + 90 + 2, dot.size());
        for (int vertex = 0; vertex < 20; vertex++) {
            for (int to : graph.successors(vertex)) {
                String edge = "  \"" + graph.name(vertex) + "\" -> \"" + graph.name(to) + "\";";
                assertTrue(dot.contains(edge), edge);
            }
        }
    }

    @Test
    void aGameWrittenAsAGraphHasTheScoresOfItsDatabase() throws IOException {
        for (String words :
                new String[] {"--game chomp --rows 4 --columns 5", "--game chain 12", "--game chain --rules inverse 12"
                }) {
            Graph graph = graph(Cli.line("graph " + words).out());
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
        Graph graph = graph("# round and round\nstart a\nend z\na: b c\nb: a d\nc: z a\nd: e\ne: d\n");
        // From c the end loses, back to a does not; nobody can be made to go to z.
        assertEquals(Map.of("a", 0, "b", 0, "c", 0, "d", 0, "e", 0, "z", WinLoss.END), scores(graph));
        Outcome run = Cli.run("graph", "--file", directory.resolve("graph.txt").toString());
        assertEquals("0 won, 0 lost, 5 drawn", run.lines().get(1));
        assertEquals("start a: draw", run.lines().get(2));
    }

    @Test
    void nearestWinIsFoundThroughCycle() throws IOException {
        // b can go back to a; a wins by c, whose only move is to the end.
        String text = "b: a z\na: b c\nc: z\nend z\nstart a\n";
        assertEquals(Map.of("a", 2, "b", -3, "c", -1, "z", WinLoss.END), scores(graph(text)));
        assertEquals("a", graph(text).name(0), "the start is number 0");
        assertEquals(Map.of("a", -2, "b", 1, "c", 1, "z", WinLoss.END), scores(graph(text + "last wins\n")));
    }

    @Test
    void randomGraphsHaveTheScoresOfPlainValueIteration() {
        Random random = TestRandom.create();
        for (int i = 0; i < 300; i++) {
            Graph graph = random(random);
            assertArrayEquals(plainScores(graph), graph.scores());
        }
    }

    /** Gives every vertex the score of endless play, and then of its best move, over and over until nothing changes. */
    private static int[] plainScores(Graph graph) {
        int[] scores = new int[graph.vertices()];
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int vertex = 0; vertex < scores.length; vertex++) {
                int best = graph.isEnd(vertex)
                        ? WinLoss.END
                        : graph.scoring().backUp(0, scores[graph.successors(vertex)[0]]);
                for (int to : graph.successors(vertex)) {
                    int score = graph.scoring().backUp(0, scores[to]);
                    best = graph.scoring().isBetter(score, best) ? score : best;
                }
                changed |= scores[vertex] != best;
                scores[vertex] = best;
            }
        }
        return scores;
    }

    /** Returns a graph of up to 40 vertices, one in four an end, with 0 to 4 moves from each of the others. */
    private static Graph random(Random random) {
        int vertices = 1 + random.nextInt(40);
        List<int[]> successors = IntStream.range(0, vertices)
                .map(vertex -> random.nextInt(4) == 0 ? 0 : random.nextInt(5))
                .mapToObj(degree -> random.ints(degree, 0, vertices).distinct().toArray())
                .toList();
        return new Graph(names(vertices), successors, random.nextBoolean());
    }

    private static List<String> names(int vertices) {
        return IntStream.range(0, vertices).mapToObj(Integer::toString).toList();
    }

    @Test
    void longPathIsSolvedInOnePass() {
        int length = 300_000;
        for (int step : new int[] {1, -1}) {
            List<int[]> successors = IntStream.range(0, length)
                    .map(vertex -> vertex + step)
                    .mapToObj(to -> to < 0 || to == length ? new int[0] : new int[] {to})
                    .toList();
            int[] scores = new Graph(names(length), successors, true).scores();
            assertEquals(step > 0 ? length - 1 : WinLoss.END, scores[0]);
            assertEquals(step > 0 ? WinLoss.END : length - 1, scores[length - 1]);
        }
    }

    @Test
    void scoresOfAllPositionsGoToAFile() throws IOException {
        Path graph = file("graph.txt", "start a\nend z\na: b c\nb: a z\nc: z\n");
        Path scores = directory.resolve("scores.tsv");
        Cli.run("graph", "--file", graph.toString(), "--out", scores.toString()).assertSuccess();
        Cli.run("graph", "--file", graph.toString(), "--out", graph.toString(), "--force")
                .assertFailure(2, "is the graph to solve");
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
