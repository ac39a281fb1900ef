package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.Run;
import granary.game.GameType;
import granary.game.Games;
import java.nio.file.Path;
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
