package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.BufferedReader;
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
    void interruptedBuildSaysSoKeepsLayersAndCleansUp(@TempDir Path errors) throws IOException, InterruptedException {
        Path err = errors.resolve("err");
        Process build = new ProcessBuilder(Cli.command("build", "--dir", directory, "--seeds", 26))
                .redirectError(err.toFile())
                .start();
        try (BufferedReader out = build.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.contains(" layer 10 of 26")) {
                line = out.readLine();
            }
            build.toHandle().destroy();
            out.lines().forEach(rest -> {});
        }
        build.waitFor();
        assertEquals(
                "granary: interrupted; finished layers are kept. Run the same command to resume.\n",
                Files.readString(err));
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
