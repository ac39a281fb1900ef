package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.testing.Cli;
import granary.game.GameType;
import granary.game.Games;
import granary.game.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GamesCommandTest {
    @Test
    void everyGameIsListedWithItsParameters() {
        String out = Cli.run("games").printed();
        for (GameType type : Games.types()) {
            assertTrue(out.contains(type.id() + ": " + type.description()), out);
            type.parameters().forEach(parameter -> assertTrue(out.contains("--" + parameter.name()), out));
            assertTrue(out.contains("--" + type.layerUnit()), out);
        }
    }

    @Test
    void jsonHasTheOptionsOfEveryGame() {
        JsonArray json = JsonParser.parseString(Cli.line("games --json").out()).getAsJsonArray();
        String text = Cli.run("games").out();
        assertEquals(
                json.size(),
                text.lines().filter(line -> line.startsWith("  --")).count());
        List<String> rows = new ArrayList<>();
        for (JsonElement row : json) {
            JsonObject option = row.getAsJsonObject();
            rows.add(option.get("game").getAsString() + " "
                    + option.get("option").getAsString() + " "
                    + (option.has("defaultValue") ? option.get("defaultValue").getAsString() : "none"));
        }
        for (GameType type : Games.types()) {
            for (Parameter parameter : type.parameters()) {
                String row = type.id() + " " + parameter.name() + " " + parameter.defaultValue();
                assertTrue(rows.contains(row), row + " in " + rows);
            }
            assertTrue(rows.contains(type.id() + " " + type.layerUnit() + " none"), rows::toString);
        }
    }

    @Test
    void theExamplesWork(@TempDir Path directory) {
        long tried = Cli.run("games").lines().stream()
                .map(String::strip)
                .filter(line -> line.startsWith("granary "))
                .peek(line -> {
                    String command = line.substring("granary ".length()).replace("--dir ", "--dir " + directory + "/");
                    Cli.line(command).assertSuccess();
                })
                .count();
        assertEquals(2L * Games.types().size(), tried, "an example to build and one to probe for each game");
    }
}
