package granary.database;

import granary.testing.ChildJvm;
import granary.testing.DocumentSnippet;
import granary.testing.Jdks;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code with which the README reads a database. */
final class TutorialTest {
    @TempDir
    private Path directory;

    @Test
    void theTutorialRunsWithTheReaderAloneAndNoOptions() throws IOException, InterruptedException {
        SolvedDatabase.copyTo(Files.createDirectory(directory.resolve("db")));
        DocumentSnippet snippet = new DocumentSnippet("README.md", "Embedding the reader");
        snippet.run(Jdks.require(17), List.of(), ChildJvm.path(Database.class), directory)
                .assertPrints(snippet.printed());
    }
}
