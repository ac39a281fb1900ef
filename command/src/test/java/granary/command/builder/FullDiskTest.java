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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A small disk is a file system in memory, which only root may mount; elsewhere these tests are skipped. */
class FullDiskTest {
    @TempDir
    private Path directory;

    /** With little space a fetch cannot write the directory's lock, with more the manifest, then a layer's file. */
    @ParameterizedTest
    @Thorough
    @ValueSource(strings = {"build --seeds 12", "fetch DB"})
    void aFullDiskIsOneClearLineAndWhatWasFinishedStays(String command, @TempDir Path database)
            throws IOException, InterruptedException {
        Databases.build(database, new Awari(6, RuleSet.OLYMPIAD), 12, 1);
        String words = command.replace("DB", database.toString()) + " --dir " + directory;
        for (int kibibytes : new int[] {4, 8, 12, 20, 28, 60, 124}) {
            assumeTrue(Mounts.memory(directory, kibibytes), Mounts.SKIPPED);
            try {
                String line = Cli.child((Object[]) words.split(" ")).assertFailure(1);
                assertTrue(line.contains(directory.toString()), line);
                assertTrue(line.matches(".*(free|space).*"), line);
                if (Files.exists(directory.resolve("granary.manifest"))) {
                    Cli.child("verify", "--dir", directory).assertSuccess();
                }
            } finally {
                Mounts.unmount(directory);
            }
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
                Cli.child(words).assertFailure(1, directory.toString(), "No space left on device");
            }
        } finally {
            Mounts.unmount(directory);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"build --seeds 8", "fetch DB"})
    void sameCommandResumesOnceTheDiskHasRoom(String command, @TempDir Path database)
            throws IOException, InterruptedException {
        Databases.build(database, new Awari(6, RuleSet.OLYMPIAD), 8, 1);
        Object[] words = (command.replace("DB", database.toString()) + " --dir " + directory).split(" ");
        assumeTrue(Mounts.memory(directory, 60), Mounts.SKIPPED);
        try {
            Cli.child(words).assertFailure(1);
            Mounts.resize(directory, 2048);
            Cli.child(words).assertSuccess();
            assertEquals(Databases.contents(database), Databases.contents(directory));
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

    @Test
    void compressingAndDecompressionThatADiskDoesNotHoldDoNotBegin() throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 200), Mounts.SKIPPED);
        try {
            for (String command : List.of("compress", "decompress")) {
                Outcome outcome =
                        Cli.run(command, "--dir", Databases.twelveSeeds(), "--out", directory.resolve(command));
                String line = outcome.assertFailure(1);
                assertTrue(line.matches("granary: " + command + "ing needs .* in .*, where .* are free"), line);
                assertEquals("", outcome.out());
            }
        } finally {
            Mounts.unmount(directory);
        }
    }
}
