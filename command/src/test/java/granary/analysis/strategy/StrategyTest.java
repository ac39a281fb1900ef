package granary.analysis.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.BuiltDatabase;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.game.Game;
import granary.game.PositionIterator;
import granary.games.chain.Chain;
import granary.games.chomp.Chomp;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrategyTest {
    /** Holds a database of chomp 3 x 4 and strategies of both players. */
    @TempDir
    private static Path chomp;

    @TempDir
    private Path directory;

    @BeforeAll
    static void extract() {
        Cli.line("build --game chomp --rows 3 --columns 4 --dir " + chomp + "/db")
                .assertSuccess();
        Cli.line("strategy extract --dir " + chomp + "/db --out " + chomp + "/1.txt")
                .assertSuccess();
        Cli.line("strategy extract --player second --dir " + chomp + "/db --out " + chomp + "/2.txt")
                .assertSuccess();
    }

    @Test
    void strategiesOfBothPlayersGetTheScore() throws IOException {
        assertStrategies(new Chomp(3, 3), 9);
        assertStrategies(new Chain(true), 9);
        assertStrategies(new Chain(false), 9);
    }

    @Test
    void winnerMakesProgressThoughMovesCanCircle() throws IOException {
        for (RuleSet rules : RuleSet.values()) {
            assertStrategies(new Awari(2, rules), 9);
        }
    }

    private static void assertStrategies(Game game, int top) throws IOException {
        try (BuiltDatabase built = new BuiltDatabase(game, top)) {
            Database database = built.database();
            StrategyExtraction extraction = new StrategyExtraction(game, database::score);
            int[] position = new int[game.cells()];
            for (int layer = 1; layer <= top; layer++) {
                for (PositionIterator all = game.iterate(layer, 0); all.next(position); ) {
                    String start = Graph.name(game, position);
                    if (!Move.of(game, position).isEmpty()) {
                        int score = database.score(position);
                        Strategy first = extraction.extract(position, Player.FIRST);
                        Strategy second = extraction.extract(position, Player.SECOND);
                        assertEquals(
                                score, StrategyTestCommand.Trial.of(game, first).score(), start);
                        assertEquals(
                                -score,
                                StrategyTestCommand.Trial.of(game, second).score(),
                                start);
                        assertEquals(
                                score,
                                StrategyPlayCommand.Simulation.of(game, first, second)
                                        .score(),
                                start);
                    }
                }
            }
        }
    }

    @Test
    void theRowAtTheStartHasAStrategyToo() throws IOException {
        Game game = new Chain(true);
        int[] row = game.notation().parse("12");
        try (BuiltDatabase built = new BuiltDatabase(game, 11)) {
            StrategyExtraction extraction = new StrategyExtraction(game, built.database()::score);
            // The second player wins from the row of twelve, in ten moves.
            Strategy second = extraction.extract(row, Player.SECOND);
            assertEquals(10, StrategyTestCommand.Trial.of(game, second).score());
            assertEquals(
                    -10,
                    StrategyTestCommand.Trial.of(game, extraction.extract(row, Player.FIRST))
                            .score());
        }
    }

    @Test
    void winningStrategyPassesAndLosingOneFailsWithALine() {
        Outcome wins = Cli.line("strategy test " + chomp + "/1.txt").assertSuccess();
        assertTrue(wins.out().startsWith("wins against every reply, with a score of +8"), wins.out());
        Outcome loses = Cli.line("strategy test " + chomp + "/2.txt");
        assertEquals(1, loses.exitCode());
        assertEquals("", loses.out());
        assertTrue(loses.err().contains("-8 in 4/4/4 -> 4/2/2 -> "), loses.err());
        assertEquals(1, loses.err().lines().count());
    }

    @Test
    void aGameOfTwoStrategiesIsPrintedMoveByMove() {
        List<String> lines = Cli.line("strategy play " + chomp + "/1.txt " + chomp + "/2.txt")
                .lines();
        assertEquals("start: 4/4/4", lines.get(0));
        assertEquals("1. first: 4/2/2", lines.get(1));
        assertEquals("8. second: 0/0/0", lines.get(8));
        assertEquals("the first player wins, score +8 for the first", lines.get(9));
    }

    private Path changed(String from, String to) throws IOException {
        String text = Files.readString(chomp.resolve("1.txt"));
        assertTrue(text.contains(from), text);
        return Files.writeString(directory.resolve("changed.txt"), text.replace(from, to));
    }

    @Test
    void aStrategyWithABadMoveFails() throws IOException {
        Outcome run = Cli.run(
                "strategy", "test", changed("4/4/4 -> 4/2/2", "4/4/4 -> 4/4/3").toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("has no move in"), run.err());
        run = Cli.run(
                "strategy", "test", changed("1/1/1 -> 1/0/0", "1/1/1 -> 0/0/0").toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("does not win"), run.err());
        run = Cli.run(
                "strategy", "test", changed("1/1/1 -> 1/0/0", "1/1/1 -> 4/4/4").toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("goes from 1/1/1 to 4/4/4, and no move does"), run.err());
    }

    @Test
    void aFileThatIsNoStrategyIsAMistake() throws IOException {
        for (String[] change : new String[][] {
            {"game chomp rows=3 columns=4", ""},
            {"player first", "player third"},
            {"start 4/4/4", "start 9/9/9"},
            {"game chomp", "game chump"},
            {"4/4/4 -> 4/2/2", "4/4/4 => 4/2/2"},
            {"4/4/4 -> 4/2/2", "4/4/4 -> 4/2/2\n4/4/4 -> 4/2/2"},
            {"columns=4", "columns"}
        }) {
            Outcome run =
                    Cli.run("strategy", "test", changed(change[0], change[1]).toString());
            assertTrue(run.isMistake(), run::toString);
        }
        Cli.line("strategy").assertMistake();
        Cli.line("strategy play " + chomp + "/2.txt " + chomp + "/1.txt").assertMistake();
        Cli.line("strategy extract --out " + chomp + "/3.txt").assertMistake();
        Cli.line("strategy extract --dir " + chomp + "/db --out " + chomp + "/3.txt 0")
                .assertMistake();
    }

    @Test
    void gamesForOnePlayerHaveNoStrategies() {
        String database = directory + "/db";
        Cli.line("build --game chexers --pieces 1 --dir " + database).assertSuccess();
        Cli.line("strategy extract --dir " + database + " --out " + directory + "/s.txt 0,0")
                .assertMistake("one player");
    }

    @Test
    void anExistingFileIsReplacedOnlyWithForce() throws IOException {
        Path file = Files.writeString(directory.resolve("1.txt"), "mine");
        String command = "strategy extract --dir " + chomp + "/db --out " + file;
        Cli.line(command).assertMistake("exists");
        assertEquals("mine", Files.readString(file));
        Cli.line(command + " --force").assertSuccess();
        assertEquals(Files.readString(chomp.resolve("1.txt")), Files.readString(file));
    }

    @Test
    void endlessPlayIsADraw() throws IOException {
        Path round = strategy("first", "1/0/1/0 -> 1/0/0/1\n0/1/0/1 -> 1/1/0/0");
        Path back = strategy("second", "1/0/0/1 -> 0/1/0/1\n1/1/0/0 -> 1/0/1/0");
        Outcome draws = Cli.line("strategy play " + round + " " + back).assertSuccess();
        assertTrue(draws.out().contains("play never ends: a draw"), draws.out());
    }

    private Path strategy(String player, String moves) throws IOException {
        String text = "game awari pits=2 rules=olympiad\nstart 1/0/1/0\nplayer " + player + "\n" + moves + "\n";
        return Files.writeString(directory.resolve(player + ".txt"), text);
    }
}
