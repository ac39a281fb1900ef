package granary.builder.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.BuilderLock;
import granary.builder.testing.Cli;
import granary.builder.testing.Databases;
import granary.format.Manifest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamageTest {
    private static final int TOP = 2;

    @TempDir
    private Path directory;

    @BeforeEach
    void build() throws IOException {
        Databases.build(directory, new Awari(2, RuleSet.OLYMPIAD), TOP, 1);
        Files.delete(directory.resolve(BuilderLock.FILE_NAME));
    }

    @Test
    void everySingleBitFlipInTheManifestIsFoundByVerify() throws IOException {
        assertEveryBitFlipIsFound(directory.resolve(Manifest.FILE_NAME));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void everySingleBitFlipInALayerFileIsFoundByVerify(int layer) throws IOException {
        assertEveryBitFlipIsFound(directory.resolve(Manifest.fileName(layer)));
    }

    private void assertEveryBitFlipIsFound(Path path) throws IOException {
        Cli.run("verify", "--dir", directory, "--threads", 1).assertSuccess();
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            for (int at = 0; at < file.length(); at++) {
                file.seek(at);
                int intact = file.read();
                for (int bit = 0; bit < 8; bit++) {
                    file.seek(at);
                    file.write(intact ^ 1 << bit);
                    String line = Cli.run("verify", "--dir", directory, "--threads", 1)
                            .assertFailure(1);
                    String place = "byte " + at + ", bit " + bit;
                    assertTrue(line.startsWith("granary: " + path), () -> place + ": " + line);
                }
                file.seek(at);
                file.write(intact);
            }
        }
        Cli.run("verify", "--dir", directory, "--threads", 1).assertSuccess();
    }

    @Test
    void everyTruncationIsFoundByVerify() throws IOException {
        Path path = directory.resolve(Manifest.fileName(TOP));
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            for (long length = file.length() - 1; length >= 0; length -= 13) {
                file.setLength(length);
                String line = Cli.run("verify", "--dir", directory).assertFailure(1);
                assertTrue(line.startsWith("granary: " + path), line);
            }
        }
    }

    @Test
    void aMissingFileIsFoundByVerify() throws IOException {
        Path path = directory.resolve(Manifest.fileName(1));
        Files.delete(path);
        assertTrue(Cli.run("verify", "--dir", directory).assertFailure(1).startsWith("granary: " + path));
    }

    @Test
    void aDatabaseWithoutDamageIsFoundWell() {
        assertEquals(
                "verified 3 layers: all is well",
                Cli.run("verify", "--dir", directory)
                        .assertSuccess()
                        .out()
                        .lines()
                        .reduce((first, last) -> last)
                        .orElseThrow());
    }
}
