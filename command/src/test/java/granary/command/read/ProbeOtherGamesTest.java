package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.testing.Cli;
import granary.testing.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeOtherGamesTest {
    @TempDir
    private static Path directory;

    @BeforeAll
    static void build() {
        Cli.line("build --game chain --chips 9 --dir " + directory + "/chain").assertSuccess();
        Cli.line("build --game chexers --blocks -1,0;1,1 --pieces 2 --dir " + directory + "/chexers")
                .assertSuccess();
    }

    private static Outcome probe(String game, String words) {
        return Cli.line("probe --dir " + directory + "/" + game + " " + words);
    }

    private static JsonObject json(String game, String words) {
        return JsonParser.parseString(probe(game, words + " --json").printed()).getAsJsonObject();
    }

    @Test
    void oneNumberIsTheRowAtTheStartAndFreeMakesItAGroup() {
        JsonObject row = json("chain", "9");
        assertEquals("[9]", row.get("board").toString());
        assertEquals(7, row.get("score").getAsInt());
        assertEquals(5, row.get("moves").getAsJsonArray().size(), "single chips only");
        JsonObject group = json("chain", "free 9");
        assertEquals("[\"free\",9]", group.get("board").toString());
        assertEquals(9, group.get("moves").getAsJsonArray().size());
    }

    @Test
    void boardsInJsonAreGroupSizesWithoutPadding() {
        JsonObject position = json("chain", "1 4 1");
        assertEquals("[4,1,1]", position.get("board").toString());
        assertEquals(6, position.get("chips").getAsInt());
        assertEquals("direct", position.get("rules").getAsString());
        JsonObject best = position.get("moves").getAsJsonArray().get(0).getAsJsonObject();
        assertEquals(position.get("score"), best.get("score"));
        assertEquals("[4,1]", best.get("board").toString());
    }

    @Test
    void hexesWithAMinusAreNoOptions() {
        for (String words : new String[] {"-2,1 0,0", "0,0 -2,1"}) {
            assertEquals("[[-2,1],[0,0]]", json("chexers", words).get("board").toString());
        }
        assertEquals("[[-2,1]]", json("chexers", "-2,1").get("board").toString());
        assertEquals("[\"none\"]", json("chexers", "none").get("board").toString());
    }

    @Test
    void mistypedOptionIsReported() {
        for (String words : new String[] {"0,0 --jsn", "-2,1 --jsn", "--jsn -2,1"}) {
            Outcome run = probe("chexers", words);
            assertTrue(run.isMistake(), run::toString);
            assertTrue(run.err().contains("unknown option '--jsn'"), run.err());
        }
    }

    @Test
    void distancesHaveNoSign() {
        String out = probe("chexers", "-2,1").printed();
        assertTrue(out.contains("1 pieces, score 5") && !out.contains("+5"), out);
        assertTrue(probe("chain", "9").out().contains("score +7"));
    }

    @Test
    void wordsThatAreNoPositionAreAMistake() {
        for (String words : new String[] {"", "-9", "101", "free", "4 0", "x", "12"}) {
            assertTrue(probe("chain", words).isMistake(), words);
        }
        for (String words : new String[] {"-9,9", "1,1", "0,0 0,0", "0,0 0,1 0,2"}) {
            assertTrue(probe("chexers", words).isMistake(), words);
        }
    }
}
