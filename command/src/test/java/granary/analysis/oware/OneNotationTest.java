package granary.analysis.oware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.testing.Outcome;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions and moves are read alike by all commands, however they are written. */
final class OneNotationTest {
    private static final String BOARD = "1 0 0 2 0 1 0 2 0 0 1 1";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1-0-0-2-0-1-0-2-0-0-1-1-0-0-S",
                "1-0-0-2-0-1-0-2-0-0-1-1-20-20-S",
                "0-2-0-0-1-1-1-0-0-2-0-1-20-20-N",
                "'1-0-0-2-0-1-0-2-0-0-1-1-3-4-S'",
                "1,0,0,2,0,1,0,2,0,0,1,1",
                "1-0-0-2-0-1-0-2-0-0-1-1",
                "\ufeff1 0 0 2 0 1 0 2 0 0 1 1",
                "[1,0,0,2,0,1,0,2,0,0,1,1]",
                "[1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 1]",
                "{\"board\": [1,0,0,2,0,1,0,2,0,0,1,1]}"
            })
    void probeAndItsBatchesReadPositionsAsBoardsWriteThem(String board) throws IOException {
        probe(BOARD.split(" ", -1)).assertPrints(probe(board).printed());
        Path file = Files.writeString(directory.resolve("boards"), board + "\n");
        String answer = Cli.run("probe", "--dir", SolvedDatabase.directory(), "--batch", file)
                .printed();
        assertTrue(answer.startsWith(BOARD + "\t"), answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1-0-0-2-0-1-0-2-0-0-1-1-0-0-W|'W' is to move; it must be S or N",
                "1-0-0-2-0-1-0-2-0-0-1-1-0-S|does not have 12 pits, two stores and who is to move",
                "1-0-0-2-0-1-0-2-0-0-1-x-0-0-S|'x' is not a number of seeds",
                "1-0-0-2-0-1-0-2-0-0-1-1-20-21-S|the seeds add up to 49; a game has 48"
            })
    void mistakesInPositionsAreExplained(String text) {
        String[] parts = text.split("\\|", -1);
        String line = probe(parts[0]).assertFailure(2);
        assertTrue(line.contains(parts[1]), line);
    }

    @Test
    void playTakesPitsLettersAndPositionsAndWhatItPrints() {
        String byPit = play(BOARD.split(" ", -1), "3\nboard\n");
        assertEquals(byPit, play(new String[] {"1-0-0-2-0-1-0-2-0-0-1-1-0-0-S"}, "D\nboard\n"));
        assertEquals(byPit, play(BOARD.split(" ", -1), "d\nboard\n"));
        String position = byPit.lines()
                .filter(line -> line.startsWith("position "))
                .findFirst()
                .orElseThrow();
        String again = play(BOARD.split(" ", -1), "new " + position.substring("position ".length()) + "\nboard\n");
        assertTrue(again.lines().anyMatch(position::equals), again);
        String other = play(BOARD.split(" ", -1), "new 0-2-0-0-1-1-1-0-0-2-0-1-20-20-N\nboard\n");
        assertTrue(other.lines().anyMatch(("position " + BOARD)::equals), other);
    }

    @Test
    void analyseTakesAPositionAndMovesAsNumbersOrLetters() throws IOException {
        String position = "1-0-0-2-0-1-0-2-0-0-1-1-20-20-S";
        String letters = analyse(position, "Db").printed();
        assertEquals(letters, analyse(position, "3", "1").printed());
        assertEquals(letters, analyse(position, "D", "b").printed());
        Path file = Files.writeString(directory.resolve("game"), "[FEN \"" + position + "\"]\n1. D b\n");
        assertEquals(letters, analyse("--file", file).printed());
        String north = "0-2-0-0-1-1-1-0-0-2-0-1-20-20-N";
        String other = analyse(north, "3 1").printed();
        assertTrue(other.contains("   1 d ") && other.contains("   2 B "), other);
        String line = analyse(position, "3 7").assertFailure(2);
        assertTrue(line.contains("'7', character 35, is not the number of a pit"), line);
    }

    private static String play(String[] board, String input) {
        Outcome outcome = Cli.typing(input, () -> command("play", (Object[]) board));
        return outcome.printed();
    }

    private static Outcome probe(String... words) {
        return command("probe", (Object[]) words);
    }

    private static Outcome analyse(Object... words) {
        return command("analyse", words);
    }

    private static Outcome command(String name, Object... words) {
        return Cli.run(name, "--dir", SolvedDatabase.directory(), words);
    }
}
