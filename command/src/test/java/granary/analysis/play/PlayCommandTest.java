package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.game.Game;
import granary.game.Games;
import granary.testing.Outcome;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command, with input from a pipe. */
final class PlayCommandTest {
    private static final String BOARD = "1 0 0 2 0 1 0 2 0 0 1 2";
    private static final String FOURS = "4 4 4 4 4 4 4 4 4 4 4 4";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "awari, pits=2 rules=abapa, 4, 4 4 4 4",
        "chain, rules=direct, 5, 5",
        "chomp, rows=2 columns=3, 6, 3 3",
        "chomp, rows=2 columns=3, 4, 3 3",
        "chexers, colour=red blocks=none, 2, '-3,0 -3,1'",
        "'chexers', 'colour=green blocks=-1,-2', 3, '0,-3 1,-3 2,-3'",
        "'chexers', 'colour=red blocks=-3,0;-3,3', 4, '-3,1 -3,2'"
    })
    void playBeginsAtDocumentedOpening(String type, String parameters, int top, String opening) throws IOException {
        Game game = game(type, parameters);
        Databases.build(directory, game, top, 1);
        Outcome run = play("go\nquit\n").assertSuccess();
        assertTrue(run.out().startsWith(game.notation().draw(game.notation().parse(opening))), run::out);
    }

    @Test
    void blockedStartNeedsAPosition() throws IOException {
        Databases.build(directory, game("chexers", "colour=red blocks=-3,0;-3,1;-3,2;-3,3"), 1, 1);
        assertTrue(play("quit\n").isMistake());
    }

    private static Game game(String type, String parameters) {
        Map<String, String> values = new HashMap<>();
        for (String one : parameters.split(" ", -1)) {
            values.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
        }
        return Games.create(type, values);
    }

    @Test
    void scoresAreThoseOfTheDatabaseWithoutADoubt() {
        String text = play(BOARD, "scores\nquit\n");
        try (Database database = Database.open(SolvedDatabase.directory())) {
            database.moves(database.game().notation().parse(BOARD))
                    .forEach(move -> assertTrue(
                            text.contains("pit " + move.move() + ", captured " + move.captured() + ": "), text));
        }
        assertFalse(text.contains("above the database"), text);
    }

    @Test
    void positionAboveDatabaseIsSearchedNotExact() {
        String text = play(FOURS, "scores\n0\n");
        assertTrue(text.contains("the database plays pit "), text);
        assertEquals(2, text.split("; not exact", -1).length - 1, text);
    }

    @Test
    void aMoveTakenBackAndANewGameShowTheFirstBoardAgain() {
        String first = play(BOARD, "");
        String board = first.substring(0, first.indexOf("> "));
        String text = play(BOARD, "3\nback\nnew\n");
        assertEquals(3, text.split(Pattern.quote(board), -1).length - 1, text);
    }

    @Test
    void mistakesAreExplainedAndChangeNothing() {
        String text = play(BOARD, "back\nfoo\n1\n99\n0 1\nnew 1 2 3\n\nhelp\nboard\n");
        assertTrue(text.contains("there is no move to take back"), text);
        assertTrue(text.contains("'foo' is not a command"), text);
        assertTrue(text.contains("1 is not a legal move; there is 0, 3, 5"), text);
        assertTrue(text.contains("one word at a time"), text);
        assertFalse(text.contains("the database plays"), text);
        assertTrue(text.contains("12 pits"), text);
        assertTrue(text.contains("take back your last move"), text);
    }

    @Test
    void theDatabasePlaysAGameToItsEndForBothSides() {
        String text = play("0 0 0 0 0 1 0 0 0 0 0 2", "go\n".repeat(40));
        assertTrue(text.contains("the game is over: "), text);
        assertTrue(text.contains("in all you have "), text);
        assertTrue(text.endsWith("the game is over; try new or back\n> \n"), text);
    }

    @Test
    void linesFitSixtyColumns() {
        String text = play(BOARD, "help\nscores\n3\nboard\nback\nfoo\n")
                + play(FOURS, "scores\n0\nboard\n")
                + play("0 0 0 0 0 1 0 0 0 0 0 2", "go\n".repeat(40));
        assertTrue(text.contains("searched"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 60, line));
    }

    private static String play(String position, String input) {
        return Cli.line("play --nodes 500 --dir " + SolvedDatabase.directory() + " " + position, input)
                .printed();
    }

    private Outcome play(String input) {
        return Cli.line("play --dir " + directory, input);
    }
}
