package granary.database;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code that the README shows. */
final class TutorialTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)\n}\n```", Pattern.DOTALL);

    @Test
    void tutorial() {
        Path directory = SolvedDatabase.directory();

        try (Database database = Database.open(directory)) {
            int[] board = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2}; // the mover's six pits, then the opponent's
            int score = database.score(board); // what the mover will capture minus what the opponent will
            List<ScoredMove> moves = database.moves(board); // best first
            Line line = database.line(board); // best play of both sides
            assertEquals(score, moves.get(0).score());
            assertEquals(moves.get(0).move(), line.moves().get(0).move());
        }
    }

    @Test
    void theReadmeShowsTheTutorial() throws IOException {
        Matcher shown = JAVA.matcher(Files.readString(Path.of("..", "README.md")));
        assertTrue(shown.find(), "no Java in the README");
        String[] parts = shown.group(1).split("\n\n", 2);
        for (String line : parts[0].split("\n", -1)) {
            String name = line.replace("import ", "").replace(";", "");
            assertDoesNotThrow(() -> Class.forName(name), line);
        }
        String tutorial = Files.readString(Path.of("src/test/java/granary/database/TutorialTest.java"));
        assertTrue(tutorial.contains(
                parts[1].replace("Path.of(\"db\")", "directory").indent(8).stripTrailing()));
    }
}
