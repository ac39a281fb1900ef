package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The archives as they are shipped, unpacked into an empty directory, without Maven or sources. */
@DisabledOnOs(OS.WINDOWS)
class ArchiveIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @TempDir
    private Path directory;

    private Path archive;
    private Path unpacked;

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(TARGET)) {
            archive = files.filter(file -> file.getFileName().toString().matches("granary-[0-9].*\\.tar\\.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        assertEquals(0, run(directory, "tar", "-xzf", archive.toString()).exitCode());
        String name = archive.getFileName().toString();
        unpacked = directory.resolve(name.substring(0, name.length() - ".tar.gz".length()));
    }

    @Test
    @Thorough
    void anUnpackedArchiveBuildsTwelveSeedsAndVerifiesThem() throws IOException, InterruptedException {
        Outcome build = run(directory, launcher(), "build", "--seeds", "12", "--dir", "db");
        assertEquals(0, build.exitCode(), build.toString());
        assertTrue(build.out().contains("built 13 layers, 2,704,156 positions"), build.toString());
        Outcome verify = run(directory, launcher(), "verify", "--dir", "db");
        assertEquals(0, verify.exitCode(), verify.toString());
        Outcome probe = run(directory, launcher(), "probe", "--dir", "db", "1 0 0 2 0 1 0 3 0 0 1 2");
        assertTrue(probe.printed().contains("10 seeds, score 0"), probe.toString());
    }

    @Test
    void theCompletionInTheArchiveIsThatOfTheCommandLine() throws IOException, InterruptedException {
        run(directory, launcher(), "completion")
                .assertPrints(Files.readString(unpacked.resolve("completion").resolve("granary.bash")));
    }

    @Test
    void theArchivesHoldTheSameFilesAndTheDocuments() throws IOException {
        TreeSet<String> names;
        try (Stream<Path> files = Files.walk(unpacked)) {
            names = files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        String zip = archive.toString().replace(".tar.gz", ".zip");
        try (ZipFile file = new ZipFile(zip)) {
            assertEquals(
                    names,
                    file.stream()
                            .filter(entry -> !entry.isDirectory())
                            .map(ZipEntry::getName)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        for (String document : List.of("README.md", "LICENSE", "format-spec.md", "docs/engine.md")) {
            assertTrue(Files.exists(unpacked.resolve(document)), document);
        }
    }

    @Test
    void aLauncherWithoutItsJarSaysSoInOneLine() throws IOException, InterruptedException {
        Files.delete(unpacked.resolve("lib").resolve("granary.jar"));
        run(directory, launcher(), "games").assertFailure(1, "lib/granary.jar is missing");
    }

    private String launcher() {
        return unpacked.resolve("granary").toString();
    }

    private static Outcome run(Path directory, String... command) throws IOException, InterruptedException {
        return ChildJvm.run(List.of(command), directory);
    }
}
