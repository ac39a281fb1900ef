package granary.builder.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.ChildJvm;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptedBuildTest {
    @TempDir
    private Path directory;

    @Test
    void aBuildThatIsAskedToEndKeepsItsFinishedLayersAndCleansUp() throws IOException, InterruptedException {
        Process build = new ProcessBuilder(ChildJvm.granaryCommand("build", "--dir", directory, "--seeds", 20))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> rest;
        try (BufferedReader out = build.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.startsWith("layer 10 of 20")) {
                line = out.readLine();
            }
            build.toHandle().destroy();
            rest = out.lines().toList();
        }
        build.waitFor();
        assertFalse(rest.isEmpty(), "the build said nothing at its end");
        assertEquals(
                "interrupted; finished layers are kept. Run the same command to resume.",
                rest.getLast(),
                rest::toString);
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".part")));
        }
        Manifest manifest = DatabaseFiles.readManifest(directory);
        assertTrue(manifest.layers().lastKey() >= 10);
        ChildJvm.granary("verify", "--dir", directory).assertSuccess();
    }
}
