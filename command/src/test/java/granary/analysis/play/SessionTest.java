package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.testing.SolvedDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A session through a pipe. */
final class SessionTest {
    private static final int[] BOARD = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2};

    @Test
    void scoresAreThoseOfTheDatabaseWithoutADoubt() throws IOException {
        String text = play(BOARD, "scores\nquit\n");
        try (Database database = Database.open(SolvedDatabase.directory())) {
            database.moves(BOARD)
                    .forEach(move -> assertTrue(
                            text.contains("pit " + move.move() + ", captured " + move.captured() + ": "), text));
        }
        assertFalse(text.contains("above the database"), text);
    }

    @Test
    void positionAboveDatabaseIsSearchedNotExact() throws IOException {
        String text = play(new int[] {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, "scores\n0\n");
        assertTrue(text.contains("the database plays pit "), text);
        assertEquals(2, text.split("; not exact", -1).length - 1, text);
    }

    @Test
    void aMoveTakenBackAndANewGameShowTheFirstBoardAgain() throws IOException {
        String first = play(BOARD, "");
        String board = first.substring(0, first.indexOf("> "));
        String text = play(BOARD, "3\nback\nnew\n");
        assertEquals(3, text.split(java.util.regex.Pattern.quote(board), -1).length - 1, text);
    }

    @Test
    void mistakesAreExplainedAndChangeNothing() throws IOException {
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
    void theDatabasePlaysAGameToItsEndForBothSides() throws IOException {
        String text = play(new int[] {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2}, "go\n".repeat(40));
        assertTrue(text.contains("the game is over: "), text);
        assertTrue(text.contains("in all you have "), text);
        assertTrue(text.endsWith("the game is over; try new or back\n> \n"), text);
    }

    @Test
    void linesFitSixtyColumns() throws IOException {
        String text = play(BOARD, "help\nscores\n3\nboard\nback\nfoo\n")
                + play(new int[] {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, "scores\n0\nboard\n")
                + play(new int[] {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2}, "go\n".repeat(40));
        assertTrue(text.contains("searched"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 60, line));
    }

    private static String play(int[] start, String input) throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        try (Database database = Database.open(SolvedDatabase.directory())) {
            BufferedReader in = new BufferedReader(new StringReader(input));
            new Session(database, new Evaluator(database, 500), in, out).run(start);
        }
        return text.toString();
    }
}
