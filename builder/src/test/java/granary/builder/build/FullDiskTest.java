package granary.builder.build;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.ChildJvm;
import granary.builder.testing.Databases;
import granary.builder.testing.Outcome;
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

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 12, 20, 28, 60, 124})
    void aFullDiskIsOneClearLineAndWhatWasFinishedStays(int kibibytes) throws IOException, InterruptedException {
        mount(kibibytes);
        try {
            Outcome outcome = ChildJvm.granary("build", "--dir", directory, "--seeds", 12);
            String line = outcome.assertFailure(1);
            assertTrue(line.contains(directory.toString()), line);
            assertTrue(line.matches(".*(free|space).*"), line);
            if (Files.exists(directory.resolve("granary.manifest"))) {
                ChildJvm.granary("verify", "--dir", directory).assertSuccess();
            }
        } finally {
            unmount();
        }
    }

    @Test
    void whenThereIsRoomAgainTheBuildGoesOn() throws IOException, InterruptedException {
        mount(60);
        try {
            ChildJvm.granary("build", "--dir", directory, "--seeds", 8).assertFailure(1);
            system("mount", "-o", "remount,size=1m", directory.toString());
            ChildJvm.granary("build", "--dir", directory, "--seeds", 8).assertSuccess();
            Path elsewhere = Files.createTempDirectory("granary");
            Databases.build(elsewhere, new Awari(6, RuleSet.OLYMPIAD), 8, 1);
            assertTrue(Databases.contents(elsewhere).equals(Databases.contents(directory)));
        } finally {
            unmount();
        }
    }

    private void mount(int kibibytes) throws IOException, InterruptedException {
        assumeTrue(
                system("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs", directory.toString()),
                "a small file system cannot be mounted here");
    }

    private void unmount() throws IOException, InterruptedException {
        assertTrue(system("umount", directory.toString()));
    }

    private static boolean system(String... command) throws InterruptedException {
        try {
            return ChildJvm.run(List.of(command)).exitCode() == 0;
        } catch (IOException e) {
            return false; // no such program
        }
    }
}
