package granary.analysis.chexers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.kit.ExitCode;
import granary.command.testing.Cli;
import granary.testing.Outcome;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SolveCommandTest {
    private static final String BOARD = "chexers solve --blocks -1,0;-1,1;1,1;3,-1 0,0 0,-1 -2,1";
    private static final String UNSOLVABLE = "chexers solve --blocks -3,1;-2,0;-2,-1;-3,2;-1,0;-1,-2 [[-3,0],[3,0]]";

    @ParameterizedTest
    @ValueSource(strings = {"ida", "astar", "database"})
    void theActionsOfAShortestWayAreTheOutput(String solver) {
        Outcome run = Cli.line(BOARD + " --solver " + solver).assertSuccess();
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
    void boardsAndReportsAreRemarks() {
        Outcome run = Cli.line(BOARD + " --verbose");
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
    void unsolvableBoardHasRemarkAndExitCode(String solver) {
        Outcome run = Cli.line(UNSOLVABLE + " --solver " + solver);
        assertEquals(ExitCode.NO_SOLUTION.number(), run.exitCode());
        assertEquals("", run.err());
        assertEquals(1, run.lines().size());
        assertTrue(run.out().startsWith("#"), run.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "solve --solver dfs 0,0 | no solver 'dfs'",
                "solve | give a position",
                "solve 0,0 0,0 | given twice",
                "solve 4,0 | 4,0",
                "solve --blocks 0,0 0,0 | blocked",
                "solve --blocks 1,1;1,1 0,0 | blocked twice",
                "solve --colour yellow 0,0 | yellow",
                "compare --pieces 5 | --pieces must be 1 to 4, not 5",
                "compare --blocks 34 --pieces 4 | --blocks must be 0 to 33, not 34",
                "compare --boards 0 | --boards must be 1 or more, not 0"
            })
    void mistakesInOptionsAreRefused(String words, String reason) {
        Cli.line("chexers " + words).assertMistake(reason);
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
}
