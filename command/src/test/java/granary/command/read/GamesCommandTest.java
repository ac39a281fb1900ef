package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.Run;
import granary.game.GameType;
import granary.game.Games;
import granary.game.Parameter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GamesCommandTest {
    @Test
    void everyGameIsListedWithItsParameters() {
        Run run = Run.of("games");
        assertEquals(0, run.code());
        for (GameType type : Games.types()) {
            assertTrue(run.out().contains(type.id() + ": " + type.description()), run.out());
            type.parameters().forEach(parameter -> assertTrue(run.out().contains("--" + parameter.name()), run.out()));
            assertTrue(run.out().contains("--" + type.layerUnit()), run.out());
        }
    }

    @Test
    void csvAndJsonHaveTheOptionsOfEveryGame() {
        List<String> csv = Run.line("games --format csv").lines();
        JsonArray json =
                JsonParser.parseString(Run.line("games --format json").out()).getAsJsonArray();
        assertEquals("game,option,defaultValue,description", csv.getFirst());
        assertEquals(csv.size() - 1, json.size());
        String text = Run.of("games").out();
        assertEquals(
                json.size(),
                text.lines().filter(line -> line.startsWith("  --")).count());
        for (GameType type : Games.types()) {
            for (Parameter parameter : type.parameters()) {
                String row = type.id() + "," + parameter.name() + "," + parameter.defaultValue() + ",";
                assertTrue(csv.stream().anyMatch(line -> line.startsWith(row)), row + " in " + csv);
            }
            String last = type.id() + "," + type.layerUnit() + ",,the last layer";
            assertTrue(csv.stream().anyMatch(line -> line.startsWith(last)), last + " in " + csv);
        }
        JsonObject pits = json.get(0).getAsJsonObject();
        assertEquals(
                "awari pits 6",
                pits.get("game").getAsString() + " " + pits.get("option").getAsString() + " "
                        + pits.get("defaultValue").getAsString());
    }

    @Test
    void theExamplesWork(@TempDir Path directory) {
        long tried = Run.of("games").lines().stream()
                .map(String::strip)
                .filter(line -> line.startsWith("granary "))
                .peek(line -> {
                    String command = line.substring("granary ".length()).replace("--dir ", "--dir " + directory + "/");
                    Run run = Run.line(command);
                    assertEquals(0, run.code(), () -> line + "\n" + run.err());
                })
                .count();
        assertEquals(2L * Games.types().size(), tried, "an example to build and one to probe for each game");
    }
}
