package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.command.testing.Cli;
import granary.format.Manifest;
import granary.testing.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build keeps the game of its directory. */
class OwnGameTest {
    private static final byte[] EMPTY =
            Manifest.empty("chain", Map.of("rules", "direct")).toBytes();

    @TempDir
    private Path directory;

    @BeforeEach
    void build() {
        Cli.run("build", "--dir", directory, "--pits", 4, "--rules", "abapa", "--seeds", 3)
                .assertSuccess();
    }

    @Test
    void buildKeepsTheRulesOfItsDirectory() {
        Cli.run("build", "--dir", directory, "--seeds", 4).assertSuccess();
        Cli.run("build", "--dir", directory, "--seeds", 5, "--rules", "abapa").assertSuccess();
        Cli.run("build", "--dir", directory, "--seeds", 5, "--game", "awari").assertSuccess();
        assertTrue(Cli.run("status", "--dir", directory)
                .printed()
                .startsWith("awari pits=4 rules=abapa: layers 0 to 5 are finished"));
    }

    @Test
    void aManifestThatListsNothingBindsNoDirectory(@TempDir Path empty) throws IOException {
        Files.write(empty.resolve(Manifest.FILE_NAME), EMPTY);
        Cli.run("build", "--dir", empty, "--seeds", 2).assertSuccess();
        assertTrue(Cli.run("status", "--dir", empty).printed().startsWith("awari"));
    }

    @Test
    void layersThatAnEmptyManifestOfAnotherGameDoesNotListStay() throws IOException {
        Files.write(directory.resolve(Manifest.FILE_NAME), EMPTY);
        Path unlisted = directory.resolve(Manifest.fileName(0));
        byte[] before = Files.readAllBytes(unlisted);
        String line = Cli.run("build", "--dir", directory, "--seeds", 2).assertFailure(2);
        assertTrue(line.contains("holds a database of chain"), line);
        assertArrayEquals(before, Files.readAllBytes(unlisted));
    }

    @Test
    void completeDatabaseMayBeReadOnly(@TempDir Path elsewhere) throws IOException, InterruptedException {
        assumeTrue(Mounts.readOnly(directory, elsewhere), Mounts.SKIPPED);
        try {
            assertEquals(
                    "nothing to do: " + elsewhere + " holds all layers to 3\n",
                    Cli.run("build", "--dir", elsewhere, "--seeds", 3).printed());
            Cli.run("build", "--dir", elsewhere, "--seeds", 4).assertFailures(1);
        } finally {
            Mounts.unmount(elsewhere);
        }
    }
}
