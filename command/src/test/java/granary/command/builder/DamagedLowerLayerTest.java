package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.error.DamagedFileException;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.BitFlip;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No score is computed from damaged files. */
class DamagedLowerLayerTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"sweep", "retrograde"})
    void aBuildOnADamagedLayerIsRefusedAndNamesFileAndChunk(String solver) throws IOException {
        int top = 9;
        Databases.build(directory, GAME, top, 1);
        Path file = directory.resolve(Manifest.fileName(top));
        int secondChunk = LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH;
        BitFlip.flip(file, 8L * (secondChunk + 123));
        String line = Cli.run("build", "--dir", directory, "--seeds", 10, "--solver", solver)
                .assertFailure(1);
        assertTrue(line.startsWith("granary: " + file + ", byte " + secondChunk + ": expected chunk "), line);
        assertTrue(line.contains("granary repair"), line);
        assertFalse(Files.exists(directory.resolve(Manifest.fileName(10))));
        assertFalse(Files.exists(directory.resolve(Manifest.fileName(10) + ".part")));
    }

    @Test
    void everyDamagedBitOfLowerLayersIsFoundBeforeBuilding() throws IOException {
        Random random = TestRandom.create();
        Databases.build(directory, GAME, 5, 1);
        for (int layer = 0; layer <= 5; layer++) {
            Path file = directory.resolve(Manifest.fileName(layer));
            long first = 8L * LayerHeader.LENGTH;
            long bits = 8 * Files.size(file) - first;
            for (int i = 0; i < 20; i++) {
                long bit = first + random.nextLong(bits);
                BitFlip.flip(file, bit);
                var damage = assertThrows(DamagedFileException.class, () -> Databases.build(directory, GAME, 6, 1));
                assertEquals(file.toString(), damage.where());
                BitFlip.flip(file, bit);
            }
        }
        Databases.build(directory, GAME, 6, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"olympiad", "strict"})
    void aDatabaseThatLostItsManifestIsNotOverwritten(String rules) throws IOException {
        Databases.build(directory, GAME, 3, 1);
        Files.delete(directory.resolve(Manifest.FILE_NAME));
        var before = Databases.contents(directory);
        String line = Cli.run("build", "--dir", directory, "--seeds", 4, "--rules", rules)
                .assertFailure(1);
        assertTrue(line.contains("and no granary.manifest; recover it: granary repair --dir "), line);
        assertEquals(before, Databases.contents(directory));
    }

    /** Different files take the place of layer 2 in a directory without a manifest. */
    @ParameterizedTest
    @ValueSource(strings = {"whole", "foreign", "empty", "cut", "other game"})
    void adviceForAMissingManifestWorks(String content, @TempDir Path other) throws IOException {
        if (!content.equals("foreign")) {
            Databases.build(directory, GAME, 2, 1);
        }
        Path file = directory.resolve(Manifest.fileName(2));
        switch (content) {
            case "foreign" -> Files.writeString(file, "no layer " + "x".repeat(LayerHeader.LENGTH));
            case "empty" -> Files.write(file, new byte[0]);
            case "cut" -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
            case "other game" -> {
                Databases.build(other, new Awari(3, RuleSet.STRICT), 2, 1);
                Files.copy(other.resolve(file.getFileName()), file, StandardCopyOption.REPLACE_EXISTING);
            }
            default -> {}
        }
        Files.deleteIfExists(directory.resolve(Manifest.FILE_NAME));
        String line = Cli.run("build", "--dir", directory, "--seeds", 3).assertFailure(1);
        if (line.contains("recover it: granary repair --dir " + directory)) {
            Cli.run("repair", "--dir", directory).assertSuccess();
        } else {
            assertTrue(line.contains("move "), line);
            Files.move(file, directory.resolve("moved"));
            if (Files.exists(directory.resolve(Manifest.fileName(1)))) {
                Cli.run("repair", "--dir", directory).assertSuccess();
            }
        }
        Cli.run("build", "--dir", directory, "--seeds", 3).assertSuccess();
        Cli.run("verify", "--dir", directory).assertSuccess();
    }
}
