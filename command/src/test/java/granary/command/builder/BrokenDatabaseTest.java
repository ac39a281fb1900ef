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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A build of a complete database checks its files, and names the repair if one is broken. */
class BrokenDatabaseTest {
    private static final int TOP = 5;

    @TempDir
    private Path directory;

    @BeforeEach
    void build() throws IOException {
        Databases.buildWithDistances(directory, new Awari(3, RuleSet.OLYMPIAD), TOP);
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
            String line = Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", TOP, more)
                    .assertFailure(1);
            assertTrue(line.contains(file.toString()), line);
            assertTrue(line.contains("granary repair"), line);
        }
    }
}
