package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.BitFlip;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build that finds all layers there has looked at their files, and names the repair when one of them is broken. */
class BrokenDatabaseTest {
    private static final int TOP = 5;

    @TempDir
    private Path directory;

    private Path broken;

    @BeforeEach
    void build() throws IOException {
        Databases.buildWithDistances(directory, new Awari(3, RuleSet.OLYMPIAD), TOP);
        broken = directory.resolve(Manifest.fileName(3));
    }

    private void assertRefused(Path file) {
        for (List<String> more : List.of(List.<String>of(), List.of("--distances"))) {
            String line = Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", TOP, more)
                    .assertFailure(1);
            assertTrue(line.contains(file.toString()), line);
            assertTrue(line.contains("granary repair"), line);
        }
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
    }

    @Test
    void aMissingLayerIsNoneThatIsThere() throws IOException {
        Files.delete(broken);
        assertRefused(broken);
    }

    @Test
    void aLayerThatIsTooShortOrTooLongIsNoneThatIsThere() throws IOException {
        Files.write(broken, new byte[] {1}, StandardOpenOption.APPEND);
        assertRefused(broken);
        truncate(broken);
        truncate(broken);
        assertRefused(broken);
        Files.write(broken, new byte[0]);
        assertRefused(broken);
    }

    @Test
    void aLayerWithADamagedHeaderOrAnothersIsNoneThatIsThere() throws IOException {
        BitFlip.flip(broken, 8 * 2000);
        assertRefused(broken);
        Files.copy(directory.resolve(Manifest.fileName(2)), broken, StandardCopyOption.REPLACE_EXISTING);
        assertRefused(broken);
    }

    @Test
    void distancesThatAreTooShortAreNoneThatAreThere() throws IOException {
        Path distances = directory.resolve(FileKind.DISTANCES.fileName(2));
        truncate(distances);
        assertRefused(distances);
    }
}
