package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptedBuildTest {
    @TempDir
    private Path directory;

    @Test
    void interruptedBuildSaysSoKeepsLayersAndCleansUp() throws IOException, InterruptedException {
        Outcome outcome = Cli.interrupted(" layer 10 of 26", "build", "--dir", directory, "--seeds", 26);
        assertEquals(
                "granary: interrupted; finished layers are kept. Run the same command to resume.\n", outcome.err());
        String status = Cli.run("status", "--dir", directory).printed();
        assertTrue(status.contains("was interrupted"), status);
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".part")));
        }
        Manifest manifest = new Listing(directory).manifest();
        assertTrue(manifest.files(FileKind.SCORES).lastKey() >= 10);
        Cli.child("verify", "--dir", directory).assertSuccess();
    }
}
