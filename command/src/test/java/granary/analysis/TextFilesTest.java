package granary.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.command.testing.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that read text from a file, on files that hold none. */
final class TextFilesTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "graph --file FILE",
                "strategy test FILE",
                "strategy play FILE FILE",
                "analyse --dir nowhere --file FILE"
            })
    void aFileThatIsNotTextIsNamedByItsPath(String command) throws IOException {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {'a', (byte) 0xff, '\n'});
        assertEquals("granary: " + binary + ": not text in UTF-8", run(command, binary));
        assertEquals("granary: " + directory + ": is a directory", run(command, directory));
        Path missing = directory.resolve("missing");
        assertEquals("granary: " + missing + ": no such file or directory", run(command, missing));
    }

    private static String run(String command, Path file) {
        return Cli.run((Object[]) command.replace("FILE", file.toString()).split(" "))
                .assertFailure(2);
    }
}
