package granary.builder;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.Build;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.builder.verify.Verification;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code with which the README builds a database. */
final class BuilderTutorialTest {
    private static final Pattern JAVA =
            Pattern.compile("## Embedding the builder\n\n```java\n(.*?)\n}\n```", Pattern.DOTALL);

    @TempDir
    private Path db;

    @Test
    void tutorial() throws IOException {
        try (DatabaseDirectory directory = new DatabaseDirectory(db, new Awari(6, RuleSet.OLYMPIAD))) {
            new Build(directory).run(12); // all layers to 12 seeds that are missing, on all processors
        }
        try (LayerFiles files = new LayerFiles(db)) {
            new Verification(files).verify(); // throws when a score contradicts its moves
        }
        try (Database database = Database.open(db)) {
            int score = database.score(new int[] {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2});
            assertEquals(-2, score);
        }
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(db));
    }

    @Test
    void theReadmeShowsTheTutorial() throws IOException {
        Matcher shown = JAVA.matcher(Files.readString(Path.of("..", "README.md")));
        assertTrue(shown.find(), "no Java under 'Embedding the builder' in the README");
        String[] parts = shown.group(1).split("\n\n", 2);
        for (String line : parts[0].split("\n", -1)) {
            String name = line.replace("import ", "").replace(";", "");
            assertDoesNotThrow(() -> Class.forName(name), line);
        }
        String tutorial = Files.readString(Path.of("src/test/java/granary/builder/BuilderTutorialTest.java"));
        for (String line : parts[1].replace("Path.of(\"db\")", "db").split("\n", -1)) {
            assertTrue(tutorial.contains("\n        " + line + "\n"), line);
        }
    }
}
