package granary.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.testing.DocumentSnippet;
import granary.testing.Jdks;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code with which docs/embedding.md builds a database, in a Java with the options that it shows and no others. */
final class BuilderTutorialTest {
    @TempDir
    private Path directory;

    private Path db;
    private DocumentSnippet snippet;

    @BeforeEach
    void read() throws IOException {
        db = directory.resolve("db");
        snippet = new DocumentSnippet("docs/embedding.md", "The builder");
    }

    private Outcome run(List<String> options) throws IOException, InterruptedException {
        return snippet.run(Jdks.require(25), options, System.getProperty("java.class.path"), directory);
    }

    @Test
    void tutorialRunsWithTheOptionsThatItShows() throws IOException, InterruptedException {
        run(snippet.options()).assertPrints(snippet.printed());
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(db));
    }

    @Test
    void exceptionNamesAllMissingOptions() throws IOException, InterruptedException {
        Outcome outcome = run(List.of());
        assertEquals(1, outcome.exitCode(), outcome::toString);
        assertTrue(outcome.err().contains("InvalidRequestException"), outcome::toString);
        assertFalse(Files.exists(db), "a directory was made");
        // The options that it names suffice.
        String line = outcome.err().lines().findFirst().orElseThrow();
        List<String> named = List.of(line.replaceAll("^.*?(--.*) \\(.*$", "$1").split(" "));
        assertTrue(snippet.options().containsAll(named), named::toString);
        assertEquals(snippet.printed(), run(named).out());
    }

    @Test
    void exceptionNamesASingleMissingOption() throws IOException, InterruptedException {
        String missing = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";
        List<String> others = snippet.options().stream()
                .filter(option -> !option.equals(missing))
                .toList();
        String message = run(others).err();
        assertTrue(message.contains("started without: " + missing + " ("), message);
    }
}
