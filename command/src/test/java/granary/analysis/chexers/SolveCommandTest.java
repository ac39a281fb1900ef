package granary.analysis.chexers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.kit.ExitCode;
import granary.command.testing.Cli;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class SolveCommandTest {
    private static final String BOARD = """
            {"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": [[-1,0],[-1,1],[1,1],[3,-1]]}""";
    private static final String UNSOLVABLE = """
            {"colour": "red", "pieces": [[-3,0],[3,0]], "blocks": [[-3,1],[-2,0],[-2,-1],[-3,2],[-1,0],[-1,-2]]}""";

    @TempDir
    private Path directory;

    private Outcome solve(String json, String... options) throws IOException {
        Path file = directory.resolve("board.json");
        Files.writeString(file, json);
        return Cli.run("chexers", "solve", options, file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ida", "astar", "database"})
    void theActionsOfAShortestWayAreTheOutput(String solver) throws IOException {
        Outcome run = solve(BOARD, "--solver", solver).assertSuccess();
        assertEquals(10, run.lines().size());
        for (String line : run.lines()) {
            assertTrue(
                    line.matches("(MOVE|JUMP) from \\(-?\\d, -?\\d\\) to \\(-?\\d, -?\\d\\)\\.|EXIT from \\(-?\\d,"
                            + " -?\\d\\)\\."),
                    line);
        }
        assertEquals(
                3, run.lines().stream().filter(line -> line.startsWith("EXIT")).count());
    }

    @Test
    void theDefaultIsOneOfTheSearches() throws IOException {
        assertEquals(solve(BOARD, "--solver", "astar"), solve(BOARD));
    }

    @Test
    void boardsAndReportsAreRemarks() throws IOException {
        Outcome run = solve(BOARD, "--verbose");
        List<String> remarks =
                run.lines().stream().filter(line -> line.startsWith("# ")).toList();
        assertEquals(10, run.lines().size() - remarks.size());
        assertEquals(2 * (1 + 7) + 2, remarks.size());
        assertEquals(3, count(remarks.subList(0, 8), 'R'));
        assertEquals(0, count(remarks.subList(8, 16), 'R'));
        for (int board = 0; board <= 8; board += 8) {
            List<String> rows = remarks.subList(board + 1, board + 8).stream()
                    .map(line -> line.substring(2).replaceAll("r = .*", ""))
                    .toList();
            assertEquals(37, count(rows, 'R') + count(rows, '#') + count(rows, '.') + count(rows, '+'));
        }
        String report = String.join("\n", remarks.subList(16, 18));
        for (String figure : List.of("expanded", "pruned", "effective branching factor", " s")) {
            assertTrue(report.contains(figure), report);
        }
    }

    private static long count(List<String> lines, char wanted) {
        return lines.stream()
                .flatMapToInt(String::chars)
                .filter(sign -> sign == wanted)
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ida", "astar", "database"})
    void unsolvableBoardHasRemarkAndExitCode(String solver) throws IOException {
        Outcome run = solve(UNSOLVABLE, "--solver", solver);
        assertEquals(ExitCode.NO_SOLUTION.number(), run.exitCode());
        assertEquals("", run.err());
        assertEquals(1, run.lines().size());
        assertTrue(run.out().startsWith("#"), run.out());
    }

    @ParameterizedTest
    @CsvFileSource(
            resources = "malformed.tsv",
            delimiter = '\t',
            quoteCharacter = '`',
            numLinesToSkip = 1,
            emptyValue = "",
            nullValues = "(null)")
    void aMalformedFileIsAMistakeThatIsExplained(String json, String reason) throws IOException {
        Outcome run = solve(json == null ? "" : json);
        assertTrue(run.isMistake(), run::toString);
        assertTrue(run.err().contains(reason), run.err());
        assertTrue(run.err().contains("board.json"), run.err());
        assertFalse(run.err().contains("JsonReader") || run.err().contains("path $"), run.err());
    }

    @Test
    void mistakesInOptionsAreRefused() throws IOException {
        solve(BOARD, "--solver", "dfs").assertMistake();
        solve(BOARD, "--dir", directory.toString()).assertMistake();
        Cli.line("chexers solve").assertMistake();
        Cli.line("chexers").assertMistake();
        Cli.line("chexers compare --pieces 5").assertMistake();
        Cli.line("chexers compare --blocks 34 --pieces 4").assertMistake();
        Cli.line("chexers compare --boards 0").assertMistake();
    }

    @Test
    void theComparisonInJsonHasTheNumbersOfTheTable() {
        String command = "chexers compare --boards 3 --pieces 1 --blocks 6";
        List<String> table = Cli.line(command).lines();
        JsonArray json =
                JsonParser.parseString(Cli.line(command + " --json").out()).getAsJsonArray();
        assertEquals(3, json.size());
        for (int row = 1; row <= 3; row++) {
            String[] printed = table.get(row).strip().split(" {2,}", -1);
            JsonObject object = json.get(row - 1).getAsJsonObject();
            assertEquals(printed[0], object.get("solver").getAsString());
            assertEquals(
                    printed[1],
                    String.format(Locale.ROOT, "%.1f", object.get("actions").getAsDouble()));
            assertEquals(
                    printed[4],
                    String.format(
                            Locale.ROOT, "%.1f %%", 100 * object.get("pruned").getAsDouble()));
            assertEquals(row == 3, object.has("buildingSeconds"), object.toString());
        }
    }

    @Test
    void theDatabaseOfABoardIsKeptAndUsedAgain() throws IOException {
        Path database = directory.resolve("db");
        Outcome first = solve(BOARD, "--solver", "database", "--dir", database.toString());
        Path layer = database.resolve("layer-003.granary");
        byte[] bytes = Files.readAllBytes(layer);
        assertEquals(first, solve(BOARD, "--solver", "database", "--dir", database.toString()));
        assertArrayEquals(bytes, Files.readAllBytes(layer));
        Cli.run("verify", "--dir", database.toString()).assertSuccess();
        solve(BOARD.replace("red", "blue"), "--solver", "database", "--dir", database.toString())
                .assertMistake();
    }
}
