package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.game.Game;
import granary.game.Games;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command, with input from a pipe. */
final class PlayCommandTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "awari, pits=2 rules=abapa, 4, 4 4 4 4",
        "chain, rules=direct, 5, 5",
        "chomp, rows=2 columns=3, 6, 3 3",
        "chomp, rows=2 columns=3, 4, 3 3",
        "chexers, colour=red blocks=none, 2, '-3,0 -3,1'",
        "'chexers', 'colour=green blocks=-1,-2', 3, '0,-3 1,-3 2,-3'",
        "'chexers', 'colour=red blocks=-3,0;-3,3', 4, '-3,1 -3,2'"
    })
    void playBeginsAtDocumentedOpening(String type, String parameters, int top, String opening) throws IOException {
        Game game = game(type, parameters);
        Databases.build(directory, game, top, 1);
        Outcome run = play("go\nquit\n").assertSuccess();
        assertTrue(run.out().startsWith(game.notation().draw(game.notation().parse(opening))), run::out);
    }

    @Test
    void blockedStartNeedsAPosition() throws IOException {
        Databases.build(directory, game("chexers", "colour=red blocks=-3,0;-3,1;-3,2;-3,3"), 1, 1);
        assertTrue(play("quit\n").isMistake());
    }

    private static Game game(String type, String parameters) {
        Map<String, String> values = new HashMap<>();
        for (String one : parameters.split(" ", -1)) {
            values.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
        }
        return Games.create(type, values);
    }

    private Outcome play(String input) {
        return Cli.line("play --dir " + directory, input);
    }
}
