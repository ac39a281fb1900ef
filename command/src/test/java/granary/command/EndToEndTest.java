package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user meets: each command a process of its own. */
class EndToEndTest {
    @TempDir
    private Path directory;

    @Test
    void aDatabaseIsBuiltProbedVerifiedAndExported() throws IOException, InterruptedException {
        Path database = directory.resolve("new").resolve("db");
        Path scores = directory.resolve("scores");
        Cli.child("build", "--dir", database, "--pits", 4, "--rules", "abapa", "--seeds", 6)
                .assertSuccess();
        String json = Cli.child("probe", "--dir", database, "--json", 1, 0, 0, 1, 0, 1, 0, 0)
                .printed();
        assertTrue(json.startsWith("{\"game\":\"awari\",\"rules\":\"abapa\",\"board\":[1,0,0,1,0,1,0,0],"), json);
        Cli.child("verify", "--dir", database).assertSuccess();
        Cli.child("export", "--dir", database, "--layers", 6, "--out", scores).assertSuccess();
        assertEquals(1716, Files.size(scores));
    }

    @Test
    void aMistakeEndsWithTwoAndADamageWithOne() throws IOException, InterruptedException {
        Cli.child("probe", "--dir", directory, 1, 2, 3).assertFailure(2);
        Cli.child("build", "--dir", directory, "--pits", 2, "--seeds", 2).assertSuccess();
        Files.write(directory.resolve("layer-001.granary"), new byte[100]);
        String line = Cli.child("verify", "--dir", directory).assertFailure(1);
        assertTrue(line.startsWith("granary: " + directory.resolve("layer-001.granary") + ", byte 0: expected"), line);
    }
}
