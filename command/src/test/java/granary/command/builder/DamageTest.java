package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.store.BuilderLock;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.builder.verify.Verification;
import granary.command.testing.Cli;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamageTest {
    private static final int TOP = 2;
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);

    /** {@code -Dgranary.flips=1} flips every bit. */
    private static final int STEP = Integer.getInteger("granary.flips", TestRandom.cases(31, 5));

    private final Random random = TestRandom.create();

    @TempDir
    private Path directory;

    @BeforeEach
    void build() throws IOException {
        Databases.build(directory, GAME, TOP, 1);
        Files.delete(directory.resolve(BuilderLock.FILE_NAME));
    }

    @Test
    void aBitFlipInTheManifestIsFoundByVerify() throws IOException {
        assertBitFlipsAreFound(directory.resolve(Manifest.FILE_NAME));
    }

    @Test
    void aBitFlipInAFileOfDistancesIsFoundByVerify() throws IOException {
        Databases.buildWithDistances(directory, GAME, TOP);
        Files.delete(directory.resolve(BuilderLock.FILE_NAME));
        assertBitFlipsAreFound(directory.resolve(FileKind.DISTANCES.fileName(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aBitFlipInALayerFileIsFoundByVerify(int layer) throws IOException {
        assertBitFlipsAreFound(directory.resolve(Manifest.fileName(layer)));
    }

    /**
     * Looks with what the command calls, and now and then with the command itself, which takes longer. Flips every {@code
     * STEP}th bit, from a random one on.
     */
    private void assertBitFlipsAreFound(Path path) throws IOException {
        assertNull(complaint());
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            for (int bit = random.nextInt(STEP); bit < 8 * file.length(); bit += STEP) {
                String place = "byte " + bit / 8 + ", bit " + bit % 8;
                flip(file, bit);
                String complaint = complaint();
                assertTrue(complaint != null && complaint.startsWith(path.toString()), () -> place + ": " + complaint);
                if (bit % 101 == 0) {
                    String line = Cli.run("verify", "--dir", directory).assertFailure(1);
                    assertEquals("granary: " + complaint, line, place);
                }
                flip(file, bit);
            }
        }
        assertNull(complaint());
    }

    private static void flip(RandomAccessFile file, int bit) throws IOException {
        file.seek(bit / 8);
        int value = file.read();
        file.seek(bit / 8);
        file.write(value ^ 1 << bit % 8);
    }

    /** Returns the fault of the database, or null. */
    private String complaint() {
        try (LayerFiles files = new LayerFiles(directory)) {
            new Verification(files, 1, Monitor.SILENT).verify();
            return null;
        } catch (DatabaseException | CheckFailedException e) {
            return e.getMessage();
        }
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
}
