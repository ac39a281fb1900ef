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
import granary.format.FileKind;
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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
        Cli.run("build", "--dir", directory, "--seeds", 4, "--rules", rules)
                .assertFailure(1, "and no granary.manifest; recover it: granary repair --dir ");
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

    /** The fault of a layer's file. */
    enum Fault {
        MISSING,
        TOO_LONG,
        TOO_SHORT,
        EMPTY,
        DAMAGED,
        OF_ANOTHER_LAYER,
        SHORT_DISTANCES
    }

    @ParameterizedTest
    @EnumSource
    void completeBuildLooksAtItsFilesAndNamesTheRepair(Fault fault) throws IOException {
        int top = 5;
        Databases.buildWithDistances(directory, new Awari(3, RuleSet.OLYMPIAD), top);
        Path file =
                directory.resolve((fault == Fault.SHORT_DISTANCES ? FileKind.DISTANCES : FileKind.SCORES).fileName(3));
        byte[] bytes = Files.readAllBytes(file);
        switch (fault) {
            case MISSING -> Files.delete(file);
            case TOO_LONG -> Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
            case TOO_SHORT, SHORT_DISTANCES -> Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
            case EMPTY -> Files.write(file, new byte[0]);
            case DAMAGED -> BitFlip.flip(file, 8 * 2000);
            case OF_ANOTHER_LAYER ->
                Files.copy(directory.resolve(Manifest.fileName(2)), file, StandardCopyOption.REPLACE_EXISTING);
        }
        for (List<String> more : List.of(List.<String>of(), List.of("--distances"))) {
            Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", top, more)
                    .assertFailure(1, file.toString(), "granary repair");
        }
    }
}
