package granary.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.command.testing.Cli;
import granary.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileNamesTest {
    @TempDir
    private Path directory;

    /** The digits of this language are not those of ASCII. */
    @Test
    void namesOfExportedFilesHaveAsciiDigitsInAnyLanguage() throws IOException, InterruptedException {
        Path database = directory.resolve("db");
        Path out = directory.resolve("out");
        Cli.run("build", "--dir", database, "--seeds", 2).assertSuccess();
        for (String format : List.of("raw", "vu")) {
            List<String> command = new ArrayList<>(
                    Cli.command("export", "--dir", database, "--format", format, "--layers", "1..2", "--out", out));
            command.addAll(1, List.of("-Duser.language=ar", "-Duser.country=EG"));
            ChildJvm.run(command).assertSuccess();
        }
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(
                    new TreeSet<>(List.of("scores-1.bin", "scores-2.bin", "scores.1", "scores.2")),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
        }
    }
}
