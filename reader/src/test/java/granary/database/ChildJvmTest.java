package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only shows in a JVM of its own, on the oldest JDK that the reader is for and on the newest. */
final class ChildJvmTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"17, false", "17, true", "25, false", "25, true"})
    void aReaderNeedsNoFlagAndPrintsNothingOnStandardError(int version, boolean modular) throws Exception {
        SyntheticDatabase.write(directory, 0, 3, 9);
        assertEquals(new ChildJvm.Outcome(0, "read\n", ""), run(version, modular, QuietChild.class));
    }

    @ParameterizedTest
    @CsvSource({
        "17, -XX:+TieredCompilation",
        "17, -XX:TieredStopAtLevel=3",
        "25, -XX:+TieredCompilation",
        "25, -XX:TieredStopAtLevel=3"
    })
    void aFileTruncatedAfterItWasMappedIsAnExceptionAndTheProcessLivesOn(int version, String compiler)
            throws Exception {
        SyntheticDatabase.write(directory, 9, 10);
        Process child = ChildJvm.start(home(version), Optional.of(compiler), false, directory, TruncationChild.class);
        ChildJvm.Outcome outcome = ChildJvm.await(child, directory);
        assertEquals(new ChildJvm.Outcome(0, "lived on\n", ""), outcome);
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith("hs_err")));
        }
    }

    @Test
    void twoProcessesShareOneReadOnlyDirectory(@TempDir Path first, @TempDir Path second) throws Exception {
        SyntheticDatabase.write(directory, 8, 9);
        File shared = directory.toFile();
        assertTrue(shared.setWritable(false));
        try {
            Process one = ChildJvm.start(home(25), false, first, SharingChild.class, directory.toString());
            Process other = ChildJvm.start(
                    ChildJvm.home(17).orElseGet(() -> home(25)),
                    false,
                    second,
                    SharingChild.class,
                    directory.toString());
            ChildJvm.Outcome outcome = ChildJvm.await(one, first);
            assertEquals(0, outcome.exitCode(), outcome.err());
            assertEquals(outcome, ChildJvm.await(other, second));
        } finally {
            assertTrue(shared.setWritable(true));
        }
    }

    private ChildJvm.Outcome run(int version, boolean modular, Class<?> main) throws IOException, InterruptedException {
        return ChildJvm.await(ChildJvm.start(home(version), modular, directory, main), directory);
    }

    private static Path home(int version) {
        Optional<Path> home = ChildJvm.home(version);
        assumeTrue(home.isPresent(), "no JDK " + version + " here; name one in JDK" + version + "_HOME");
        return home.orElseThrow();
    }
}
