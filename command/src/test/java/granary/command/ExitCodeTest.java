package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.kit.ExitCode;
import granary.command.testing.Cli;
import granary.testing.SignedManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExitCodeTest {
    @TempDir
    private Path directory;

    @Test
    void theDocumentHasTheSameTable() throws IOException {
        List<String> rows;
        try (Stream<String> lines = Files.lines(Path.of("..", "docs", "commands.md"))) {
            rows = lines.dropWhile(line -> !line.startsWith("| exit code |"))
                    .skip(2)
                    .takeWhile(line -> line.startsWith("|"))
                    .toList();
        }
        assertEquals(
                Stream.of(ExitCode.values())
                        .map(code -> "| " + code.number() + " | " + code.meaning() + " |")
                        .toList(),
                rows);
    }

    @ParameterizedTest
    @EnumSource
    void helpHasTheSameTable(ExitCode code) {
        // The table's lines are folded to the width of the terminal.
        String help = Cli.run("--help").printed().replaceAll("\\s+", " ");
        assertTrue(help.contains(" " + code.number() + " " + code.meaning()), help);
    }

    /** Each line: what is done to a file of a whole database, and the code with which every command that reads it ends. */
    @ParameterizedTest
    @CsvFileSource(resources = "exit-codes.tsv", delimiter = '\t', numLinesToSkip = 1)
    void damageEndsEveryCommandWithTheSameCode(String file, String content, int code) throws IOException {
        Cli.run("build", "--dir", directory, "--pits", 2, "--seeds", 2).assertSuccess();
        Path path = directory.resolve(file).normalize();
        switch (content) {
            case "none" -> Files.delete(path);
            case "empty" -> Files.write(path, new byte[0]);
            case "other" -> Files.writeString(path, "something else, and as long as a page: " + "x".repeat(8192));
            case "version" -> Files.write(path, SignedManifest.of("granary 9", "game awari"));
            case "game" -> Files.write(path, SignedManifest.of("granary 4", "game go"));
            case "flip" -> {
                byte[] bytes = Files.readAllBytes(path);
                bytes[bytes.length / 2] ^= 1;
                Files.write(path, bytes);
            }
            default -> throw new IllegalArgumentException(content);
        }
        for (String command :
                List.of("probe --dir DB 1 0 1 0", "info --dir DB", "verify --dir DB", "status --dir DB")) {
            String[] words = command.replace("DB", directory.toString()).split(" ");
            String line = Cli.run((Object[]) words).assertFailure(code);
            assertTrue(line.startsWith("granary: " + path), command + ": " + line);
        }
    }

    @Test
    void aMissingFileTakesItsLayerAlone() throws IOException {
        Cli.run("build", "--dir", directory, "--pits", 2, "--seeds", 4).assertSuccess();
        String name = "layer-003.granary";
        Files.delete(directory.resolve(name));
        Cli.run("probe", "--dir", directory, 1, 0, 1, 0).assertSuccess();
        Cli.run("probe", "--dir", directory, 1, 1, 1, 0).assertFailure(1, name + ": the file is missing");
        String info = Cli.run("info", "--dir", directory).printed();
        assertTrue(info.contains("layer 3: " + name + " is listed, but not there\n"), info);
        assertTrue(info.contains("layer 4: 35 positions"), info);
        String status = Cli.run("status", "--dir", directory).printed();
        assertTrue(
                status.contains("layers 0 to 2, 4 are finished\nfiles of layers 3 are listed, but not there\n"),
                status);
        for (String command : List.of("info", "status")) {
            Cli.run(command, "--dir", directory, "--json").printed("\"missingLayers\":[3]");
        }
        String verify = Cli.run("verify", "--dir", directory).assertFailure(1);
        assertTrue(verify.contains(name + ": the file is missing"), verify);
        String build = Cli.run("build", "--dir", directory, "--seeds", 5).assertFailure(1);
        assertTrue(build.contains(name + ": the file is missing"), build);
        Path compressed = directory.resolveSibling(directory.getFileName() + "-compressed");
        Cli.run("compress", "--dir", directory, "--out", compressed).assertFailure(1, name + ": the file is missing");
        Cli.run("repair", "--dir", directory).printed(name);
        Cli.run("build", "--dir", directory, "--seeds", 5).assertSuccess();
        Cli.run("verify", "--dir", directory).assertSuccess();
    }

    @Test
    void aDirectoryWithoutADatabaseIsAMistakeForEveryCommand() throws IOException {
        Files.writeString(directory.resolve("text"), "text", StandardCharsets.UTF_8);
        for (String where : List.of("nowhere", "text", ".")) {
            for (String command : List.of("info", "verify", "status", "probe")) {
                Cli.run(command, "--dir", directory.resolve(where)).assertFailure(ExitCode.INVALID_REQUEST.number());
            }
        }
    }

    @Test
    void aFileIsNoPlaceForADatabase() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (String command : List.of("plan", "build")) {
            assertEquals(
                    "granary: " + file + ": exists and is not a directory",
                    Cli.run(command, "--seeds", 1, "--dir", file.resolve("database"))
                            .assertFailure(2));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryThatTakesNoneIsNamedAndNotSaidToBeMissing() {
        assertEquals(
                "granary: /proc/made: cannot be created",
                Cli.run("build", "--dir", "/proc/made", "--seeds", 1).assertFailure(1));
    }

    @Test
    void onlyAHeapThatIsTooSmallIsAdvisedToGrow() {
        assertEquals(
                "granary: the Java heap of 5.9 GiB is too small; GRANARY_JAVA_OPTIONS=-Xmx12083m doubles it; fewer"
                        + " --threads take less",
                Granary.outOfMemory(new OutOfMemoryError("Java heap space"), 6_335_076_761L));
        assertEquals(
                "granary: unable to create native thread; fewer --threads take less",
                Granary.outOfMemory(new OutOfMemoryError("unable to create native thread"), 1L << 33));
    }
}
