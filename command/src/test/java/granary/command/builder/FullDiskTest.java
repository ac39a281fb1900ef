package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.testing.Mounts;
import granary.testing.Outcome;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A small disk is a file system in memory, which only root may mount; elsewhere these tests are skipped. */
class FullDiskTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @Thorough
    @ValueSource(ints = {4, 8, 12, 20, 28, 60, 124})
    void aFullDiskIsOneClearLineAndWhatWasFinishedStays(int kibibytes) throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, kibibytes), Mounts.SKIPPED);
        try {
            Outcome outcome = Cli.child("build", "--dir", directory, "--seeds", 12);
            String line = outcome.assertFailure(1);
            assertTrue(line.contains(directory.toString()), line);
            assertTrue(line.matches(".*(free|space).*"), line);
            if (Files.exists(directory.resolve("granary.manifest"))) {
                Cli.child("verify", "--dir", directory).assertSuccess();
            }
        } finally {
            Mounts.unmount(directory);
        }
    }

    @Test
    void aDiskWithoutAByteIsOneClearLineThatNamesThePath(@TempDir Path database)
            throws IOException, InterruptedException {
        Cli.run("build", "--dir", database, "--seeds", 3).assertSuccess();
        assumeTrue(Mounts.memory(directory, 8), Mounts.SKIPPED);
        try {
            assertThrows(IOException.class, () -> Files.write(directory.resolve("filler"), new byte[1 << 16]));
            for (Object[] words : new Object[][] {
                {"build", "--dir", directory, "--seeds", 2},
                {"fetch", database, "--dir", directory},
                {"compress", "--dir", database, "--out", directory},
                {"decompress", "--dir", database, "--out", directory},
                {"export", "--dir", database, "--layers", "0..3", "--out", directory.resolve("scores")}
            }) {
                String line = Cli.child(words).assertFailure(1);
                assertTrue(line.contains(directory.toString()), line);
                assertTrue(line.contains("No space left on device"), line);
            }
        } finally {
            Mounts.unmount(directory);
        }
    }

    @Test
    void buildResumesOnceTheDiskHasRoom(@TempDir Path elsewhere) throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 60), Mounts.SKIPPED);
        try {
            Cli.child("build", "--dir", directory, "--seeds", 8).assertFailure(1);
            Mounts.resize(directory, 2048);
            Cli.child("build", "--dir", directory, "--seeds", 8).assertSuccess();
            Databases.build(elsewhere, new Awari(6, RuleSet.OLYMPIAD), 8, 1);
            assertEquals(Databases.contents(elsewhere), Databases.contents(directory));
        } finally {
            Mounts.unmount(directory);
        }
    }

    @Test
    void aLayerThatWillNotFitIsNamedBeforeTheFirstIsBuilt() throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 124), Mounts.SKIPPED);
        try {
            Outcome outcome = Cli.child("build", "--dir", directory, "--seeds", 12);
            outcome.assertFailure(1);
            String first = outcome.out().lines().findFirst().orElseThrow();
            assertTrue(
                    first.matches("layer \\d+ will not fit, so the build will end at layer \\d+: it needs .*"), first);
        } finally {
            Mounts.unmount(directory);
        }
    }
}
