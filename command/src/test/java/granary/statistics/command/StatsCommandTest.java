package granary.statistics.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.statistics.StatisticsFiles;
import granary.testing.Tsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatsCommandTest {
    @TempDir
    private Path directory;

    @Test
    void everyPublishedHistogramComesOutAsCsv() throws IOException {
        Databases.copy(Databases.twelveSeeds(), directory, 12, -1);
        List<List<String>> scores = Cli.run("stats", "--dir", directory, "--csv")
                .printed()
                .lines()
                .map(line -> Arrays.asList(line.split(",", -1)))
                .filter(cells -> cells.get(1).equals("scores"))
                .map(cells -> List.of(cells.get(0), cells.get(2), cells.get(3)))
                .toList();
        assertEquals(Tsv.fields(StatsCommandTest.class, "/lincke-2002-histograms.tsv"), scores);
    }

    @Test
    void jsonHoldsCountsAndFigures() throws IOException {
        Databases.buildWithDistances(directory, new Awari(6, RuleSet.OLYMPIAD), 3);
        JsonObject json = JsonParser.parseString(
                        Cli.run("stats", "--dir", directory, "--json").printed())
                .getAsJsonObject();
        assertEquals("awari", json.get("game").getAsString());
        JsonArray layers = json.getAsJsonArray("layers");
        assertEquals(4, layers.size());
        JsonObject three = layers.get(3).getAsJsonObject();
        assertEquals(364, three.get("positions").getAsLong());
        assertEquals(177, three.getAsJsonObject("scores").get("-3").getAsLong());
        assertEquals(29, three.get("longestDistance").getAsInt());
        assertEquals(63, three.get("endlessAtLeast").getAsLong());
        assertEquals(
                364,
                three.getAsJsonObject("legalMoves").asMap().values().stream()
                        .mapToLong(count -> count.getAsLong())
                        .sum());
    }

    @Test
    void aQuantityHasOneNameInJsonCsvAndTheTable() throws IOException {
        Databases.buildWithDistances(directory, new Awari(3, RuleSet.OLYMPIAD), 8);
        JsonArray layers =
                JsonParser.parseString(stats("--json")).getAsJsonObject().getAsJsonArray("layers");
        List<String> csv = stats("--csv").lines().skip(1).toList();
        for (String row : csv) {
            String[] cells = row.split(",", -1);
            JsonElement json =
                    layers.get(Integer.parseInt(cells[0])).getAsJsonObject().get(cells[1]);
            JsonElement count =
                    cells[2].isEmpty() ? json : json.getAsJsonObject().get(cells[2]);
            assertEquals(cells[3], count.getAsString(), row);
        }
        List<String> named =
                csv.stream().map(row -> row.split(",", -1)[1]).distinct().toList();
        assertTrue(named.containsAll(List.of("endlessAtLeast", "onlyMoves", "zugzwang")), named::toString);
        String[] table = stats().split("\n", -1);
        String[] titles = table[0].strip().split(" +", -1);
        String[] cells = table[9].strip().split(" +", -1);
        JsonObject top = layers.get(8).getAsJsonObject();
        for (int i = 1; i < titles.length; i++) {
            double number = top.get(titles[i]).getAsDouble();
            boolean isCount = !List.of("won", "drawn").contains(titles[i]);
            String percent = String.format(
                    Locale.ROOT,
                    "%.2f%%",
                    100 * number / (isCount ? top.get("positions").getAsLong() : 1));
            assertTrue(
                    List.of(
                                    percent,
                                    String.format(Locale.ROOT, "%,.0f", number),
                                    String.format(Locale.ROOT, "%.3f", number))
                            .contains(cells[i]),
                    titles[i] + " " + cells[i] + " is not " + number);
        }
    }

    private String stats(Object... options) {
        List<Object> words = new ArrayList<>(List.of("stats", "--dir", directory));
        words.addAll(List.of(options));
        return Cli.run(words.toArray()).printed();
    }

    @Test
    void tableHasLinePerLayerAndTextOneLayer() throws IOException {
        Databases.buildWithDistances(directory, new Awari(3, RuleSet.OLYMPIAD), 4);
        List<String> table =
                Cli.run("stats", "--dir", directory).assertSuccess().lines();
        assertEquals(6, table.size());
        assertTrue(table.get(0).startsWith("seeds  positions"), table.get(0));
        String one = Cli.run("stats", "--dir", directory, "--layers", 4).printed();
        assertTrue(one.startsWith("awari pits=3 rules=olympiad, layer 4\npositions: 126\n"), one);
        assertTrue(one.contains("\nzugzwang: "), one);
        assertTrue(one.contains("distance  positions"), one);
    }

    @Test
    void otherGamesHaveNoColumnsOfAwari() {
        Cli.run("build", "--dir", directory, "--game", "chain", "--chips", 6).assertSuccess();
        String table = Cli.run("stats", "--dir", directory).printed();
        assertTrue(table.startsWith("chips  positions"), table);
        assertTrue(!table.contains("zugzwang") && !table.contains("endless"), table);
    }

    @Test
    void mistakesTakeOneLine() throws IOException {
        Databases.build(directory, new Awari(3, RuleSet.OLYMPIAD), 2, 1);
        Cli.run("stats", "--dir", directory, "--layers", "7..9").assertMistake("holds no layer 7; it holds ");
        Cli.run("stats", "--dir", directory, "--json", "--csv").assertMistake("--json, --csv are mutually exclusive");
        assertFalse(Files.exists(directory.resolve(StatisticsFiles.name(0))), "nothing is counted before");
        Cli.run("stats", "--dir", directory, "--threads", 0).assertMistake("--threads");
    }
}
