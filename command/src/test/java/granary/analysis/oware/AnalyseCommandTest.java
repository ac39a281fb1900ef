package granary.analysis.oware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.command.testing.Cli;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.GameRecord;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import granary.testing.Outcome;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judging games, and the engine's command, on a database of nine seeds. */
final class AnalyseCommandTest {
    private static final String DATABASE = " --dir " + SolvedDatabase.directory();

    /** Eight seeds on the board, so that the database holds all. */
    private static final String START = "[FEN \"1-0-0-2-0-1-0-2-0-0-1-1-20-20-S\"]\n";

    @TempDir
    private Path directory;

    private String file(String text) throws IOException {
        return " --file " + Files.writeString(directory.resolve("game.ogn"), text);
    }

    @Test
    void lossesInTheDatabaseAreThoseOfItsScores() throws IOException {
        Random random = TestRandom.create();
        try (Database database = Database.open(SolvedDatabase.directory())) {
            Awari game = (Awari) database.game();
            PlayedGame played = GameRecord.read(game, START).start();
            StringBuilder letters = new StringBuilder();
            StringBuilder losses = new StringBuilder();
            for (int i = 0; i < 20 && !played.legalMoves().isEmpty(); i++) {
                List<ScoredMove> moves = database.moves(played.now().position());
                ScoredMove move = moves.get(random.nextInt(moves.size()));
                letters.append(OwareNotation.letter(played.now().mover(), move.move()));
                losses.append(moves.get(0).score() - move.score()).append(' ');
                played.play(move.move());
            }
            Outcome run = Cli.line("analyse --json" + DATABASE + file(START + letters))
                    .assertSuccess();
            assertTrue(run.out().startsWith("{\"game\":\"awari pits=6 rules=olympiad\","), run.out());
            JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
            StringBuilder found = new StringBuilder();
            json.getAsJsonArray("moves").forEach(move -> {
                assertTrue(move.getAsJsonObject().get("exact").getAsBoolean());
                found.append(move.getAsJsonObject().get("loss").getAsInt()).append(' ');
            });
            assertEquals(losses.toString(), found.toString(), letters::toString);
        }
    }

    /** A position of which bounds are wide, and moves that keep and that give up what is certain. */
    @ParameterizedTest
    @ValueSource(strings = {"FaAbDe", "AfFaDb"})
    void underAbapaAnErrorGivesUpWhatIsCertain(String letters) {
        Path dir = directory.resolve("abapa");
        Cli.line("build --rules abapa --seeds 12 --dir " + dir).assertSuccess();
        String line = "analyse --json --dir " + dir + " 1-0-0-2-0-1-0-3-0-0-1-2-20-16-S " + letters;
        JsonObject json = JsonParser.parseString(Cli.line(line).out()).getAsJsonObject();
        int firstError = 0;
        try (Database database = Database.open(dir)) {
            PlayedGame played = GameRecord.read((Awari) database.game(), "1-0-0-2-0-1-0-3-0-0-1-2-20-16-S F")
                    .start();
            for (JsonElement each : json.getAsJsonArray("moves")) {
                JsonObject move = each.getAsJsonObject();
                int[] position = played.now().position();
                int mover = played.now().mover();
                int[] taken = played.now().taken();
                int seeds = database.game().layer(position);
                int before = database.bounds(position);
                assertEquals(
                        2 * Bounds.least(before) - seeds, move.get("before").getAsInt());
                assertEquals(
                        2 * Bounds.most(before) - seeds,
                        move.get("beforeAtMost").getAsInt());
                OwareNotation.play(played, move.get("move").getAsString());
                int reply = database.bounds(played.now().position());
                int captured = played.now().taken()[mover] - taken[mover];
                int after = Bounds.before(captured, reply);
                assertEquals(2 * Bounds.least(after) - seeds, move.get("after").getAsInt());
                assertEquals(
                        2 * Bounds.most(after) - seeds, move.get("afterAtMost").getAsInt());
                int given = 2 * (Bounds.least(before) - Bounds.least(after));
                assertEquals(given, move.get("lossAtMost").getAsInt());
                assertEquals(
                        Math.max(0, 2 * (Bounds.least(before) - Bounds.most(after))),
                        move.get("loss").getAsInt());
                assertEquals(
                        Bounds.outcome(after, taken[mover], taken[1 - mover]).name(),
                        move.get("outcome").getAsString().toUpperCase(Locale.ROOT));
                assertTrue(move.get("exact").getAsBoolean());
                assertEquals(given == 0, move.get("best").equals(move.get("move")));
                if (given > 0 && firstError == 0) {
                    firstError = move.get("number").getAsInt();
                }
            }
        }
        assertTrue(firstError > 0);
        assertEquals(firstError, json.get("firstError").getAsInt());
    }

    @Test
    void underAbapaScoresWithoutBoundsAreNotCertain() {
        Path dir = directory.resolve("abapa");
        Cli.line("build --rules abapa --no-bounds --seeds 8 --dir " + dir).assertSuccess();
        Outcome run = Cli.line("analyse --dir " + dir + " 1-0-0-2-0-1-0-2-0-0-1-1-20-20-S F");
        assertEquals(
                "granary: scores are estimates: " + dir + " holds no bounds; compute them: granary build --bounds",
                run.assertFailure(0));
        assertTrue(run.lines().get(1).matches("   1 F +~[-+]?[0-9]+ +~[-+]?[0-9]+ .* database"), run.out());
    }

    @Test
    void theFirstErrorIsNamed() throws IOException {
        String first;
        try (Database database = Database.open(SolvedDatabase.directory())) {
            List<ScoredMove> moves = database.moves(new int[] {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 1});
            ScoredMove worst = moves.get(moves.size() - 1);
            assertTrue(moves.get(0).score() > worst.score(), "the example has no error");
            first = OwareNotation.letter(0, worst.move());
        }
        Outcome run = Cli.line("analyse" + DATABASE + file(START + "1. " + first + " {a comment} 1-0"))
                .assertSuccess();
        assertTrue(run.lines().get(1).startsWith("   1 " + first + "  "), run.out());
        assertTrue(run.lines().get(1).contains("  database: "), run.out());
        assertTrue(run.out().contains("first error: move 1, " + first + ", loses "), run.out());
    }

    @Test
    void searchAboveDatabaseIsMarkedUncertain() {
        Outcome run = Cli.line("analyse --nodes 2000" + DATABASE + " FeD b").assertSuccess();
        assertEquals(4 + 2, run.lines().size(), run.out());
        assertTrue(
                run.lines().get(1).matches("   1 F +~[-+]?[0-9]+ +~[-+]?[0-9]+ +[A-F] .* search, depth [0-9]+"),
                run.out());
    }

    @Test
    void notationIsReadWithTagsCommentsAndVariations() {
        Awari game = new Awari(6, granary.awari.RuleSet.ABAPA);
        GameRecord record = GameRecord.read(game, """
                [Event "A \\"friendly\\" game"] [FEN "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"]
                [South "Ama"] [North "Kofi"]

                1. F e {both (far} 2. D (2. C a (2... b) {x} ) b
                1/2-1/2
                """);
        assertEquals("FeDb", record.letters());
        assertEquals("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", OwareNotation.position(record.start()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FeD",
                "F e D",
                "F,e,D",
                "5 4 3",
                "5,4,3",
                "5, 4, 3",
                "5-4-3",
                "\ufeff5 4 3",
                "1. 5 4 2. 3",
                "1.5 4\n2.3\n",
                "1. F e 2. D 1-0",
                "1. 5 4 2. 3 25-20 {resigns}",
                "[South \"Ama\"] 5 4 3 1-0",
                "1. F! e?! 2. D+3 $4 *",
                "5 e 3"
            })
    void movesAreReadInAllWaysToWriteThem(String text) throws IOException {
        Outcome run =
                Cli.line("analyse --json --nodes 100" + DATABASE + file(text)).assertSuccess();
        StringBuilder letters = new StringBuilder();
        JsonParser.parseString(run.out())
                .getAsJsonObject()
                .getAsJsonArray("moves")
                .forEach(move ->
                        letters.append(move.getAsJsonObject().get("move").getAsString()));
        assertEquals("FeD", letters.toString());
    }

    @Test
    void aRecordOfAnyLengthIsRead() {
        Awari game = new Awari(6, granary.awari.RuleSet.ABAPA);
        String value = "long \\\" ".repeat(50_000);
        GameRecord tagged = GameRecord.read(game, "[Event \"" + value + "\"]\n" + "5 4\n".repeat(50_000));
        assertEquals("Fe".repeat(50_000), tagged.letters());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "FeDg | 'g', character 4, is not the letter of a pit",
                "FF | move 2, 'F', is not legal; legal: a b c d e f",
                "Fe{x | '{', character 3, is not closed",
                "Fe(x | '(', character 3, is not closed",
                "[South] Fe | '[', character 1, does not begin a tag",
                "` ` | there is no move",
                "1. 1-0 | there is no move",
                "5;4;3 | ';', character 2, is not the letter of a pit",
                "5,,4 | ',', character 2, is not the letter of a pit",
                "543 | '5', character 1, is not the number of a pit",
                "F e 7 | '7', character 5, is not the number of a pit",
                "F \u2013 | '\u2013', character 3, is not the letter of a pit",
                "5_4_3 | '_', character 2, is not the letter of a pit",
                "[FEN \"4-4\"] Fe | does not have 12 pits"
            })
    void textThatIsNoGameIsExplained(String text, String reason) throws IOException {
        Cli.line("analyse" + DATABASE + file(text)).assertMistake(reason, "game.ogn");
    }

    @Test
    void aGameMustBeGivenOnceAndOfAwari() {
        Cli.line("analyse" + DATABASE).assertMistake();
        assertTrue(Cli.line("analyse" + DATABASE + " nofile.ogn").err().contains("give it with --file"));
        Cli.line("analyse --nodes 0 F" + DATABASE).assertMistake();
        String chain = directory + "/chain";
        Cli.line("build --game chain --chips 3 --dir " + chain).assertSuccess();
        for (String command : List.of("analyse F", "uci")) {
            Cli.line(command + " --dir " + chain).assertMistake("database is of chain");
        }
    }

    @Test
    void theEngineTalksOnStandardInputAndOutput() {
        Outcome run = Cli.line("uci" + DATABASE, "position startpos moves F\nisready\ngo depth 1\nquit\n")
                .assertSuccess();
        assertEquals("readyok", run.lines().get(0));
        assertFalse(run.out().contains("info string"), run.out());
        assertTrue(run.out().matches("(?s).*bestmove [a-f]( ponder [A-F])?\n"), run.out());
    }
}
