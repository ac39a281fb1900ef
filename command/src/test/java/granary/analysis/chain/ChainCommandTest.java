package granary.analysis.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.builder.database.BuiltDatabase;
import granary.command.testing.Cli;
import granary.games.chain.Chain;
import granary.games.chain.MoveCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainCommandTest {
    private static final Path TABLE = Path.of("../games/src/test/resources/granary/games/chain/table.tsv");

    @Test
    void theTableIsThatOfTheArticle() throws IOException {
        List<String> printed = Cli.line("chain table --chips 16").lines();
        List<String> expected = Files.readAllLines(TABLE).stream()
                .filter(line -> Character.isDigit(line.charAt(0)))
                .toList();
        assertEquals(17, printed.size());
        assertEquals(16, expected.size());
        for (int i = 0; i < expected.size(); i++) {
            List<String> columns =
                    Arrays.asList(printed.get(i + 1).replace(",", "").strip().split(" +"));
            String[] fields = expected.get(i).split("\t", -1);
            for (int column = 0; column < fields.length; column++) {
                if (!fields[column].isEmpty()) {
                    assertEquals(fields[column], columns.get(column), expected.get(i));
                }
            }
        }
        assertTrue(printed.get(9).endsWith(" 42"), "positions of nine chips: " + printed.get(9));
    }

    @Test
    void theTableInJsonHasTheSameNumbers() {
        List<List<String>> table = Cli.line("chain table --chips 16").lines().stream()
                .map(line -> List.of(line.replace(",", "").strip().split(" +")))
                .toList();
        JsonArray json = JsonParser.parseString(
                        Cli.line("chain table --chips 16 --json").out())
                .getAsJsonArray();
        List<List<String>> rows = new ArrayList<>(
                List.of(List.copyOf(json.get(0).getAsJsonObject().keySet())));
        json.forEach(row -> rows.add(row.getAsJsonObject().asMap().values().stream()
                .map(JsonElement::getAsString)
                .toList()));
        assertEquals(table, rows);
    }

    @Test
    void searchesFromTheTopDownFindTheValuesOfTheDatabase() throws IOException {
        try (BuiltDatabase built = new BuiltDatabase(new Chain(true), 8)) {
            for (int chips = 1; chips <= 9; chips++) {
                int value = built.database().score(Chain.start(chips));
                assertEquals(value, new BitSearch(false).solve(chips), chips + " chips");
                assertEquals(value, new GroupSearch(false).solve(chips), chips + " chips");
                int sign = Integer.signum(value);
                assertEquals(sign, Integer.signum(new BitSearch(true).solve(chips)));
                assertEquals(sign, Integer.signum(new GroupSearch(true).solve(chips)));
            }
        }
    }

    @Test
    void searchesMakeCountedMovesAndFewerWithCutOffs() {
        for (int chips = 4; chips <= 9; chips++) {
            assertMoves(
                    new BitSearch(false),
                    new BitSearch(true),
                    MoveCounts.bits(chips).get(chips - 1).longValueExact(),
                    chips);
            assertMoves(
                    new GroupSearch(false),
                    new GroupSearch(true),
                    MoveCounts.groups(chips).get(chips - 1).longValueExact(),
                    chips);
        }
    }

    private static void assertMoves(TopDown whole, TopDown cut, long moves, int chips) {
        // A second run counts afresh.
        whole.solve(chips + 1);
        whole.solve(chips);
        cut.solve(chips);
        assertEquals(moves, whole.moves());
        assertTrue(cut.moves() < moves, cut.moves() + " moves with cut-offs");
    }

    @Test
    void theComparisonHasARowForEachNumberOfChips() {
        List<String> lines = Cli.line("chain compare --chips 5").lines();
        assertEquals(6, lines.size());
        assertTrue(lines.get(5).matches(" +5 +5 +463 .*71 .*"), lines.get(5));
    }

    @Test
    void theComparisonInJsonHasARowForEachMethod() {
        JsonArray json = JsonParser.parseString(
                        Cli.line("chain compare --chips 5 --json").out())
                .getAsJsonArray();
        assertEquals(5 * 5, json.size());
        JsonObject bits = json.get(20).getAsJsonObject();
        assertEquals("bits", bits.get("method").getAsString());
        assertEquals(463, bits.get("moves").getAsLong());
        assertEquals(71, json.get(22).getAsJsonObject().get("moves").getAsLong());
    }

    @Test
    void rowsOutOfRangeAreAMistake() {
        for (String line : List.of(
                "table --chips 0",
                "table --chips 51",
                "compare --chips 0",
                "compare --chips 31",
                "table --chips x",
                "")) {
            Cli.line(("chain " + line).strip()).assertMistake();
        }
    }
}
