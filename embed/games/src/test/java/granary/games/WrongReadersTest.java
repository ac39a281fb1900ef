package granary.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The files of {@code conformance/} find out readers that are wrong: each is the reader in Python with one thing changed
 * on purpose. That the reader itself passes is tested in {@link OtherLanguagesTest}.
 */
class WrongReadersTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    /**
     * Runs one test of the reader's own with a wrong reader.
     *
     * @param what what is wrong with it
     * @param line a part of a line of the reader, which it has once
     * @param wrong what takes its place
     * @param test the test that must fail
     * @param named what its failure names
     */
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = "/readers/wrong-readers.tsv",
            delimiter = '\t',
            quoteCharacter = '\0',
            numLinesToSkip = 1)
    void aWrongReaderFails(String what, String line, String wrong, String test, String named)
            throws IOException, InterruptedException {
        OtherLanguagesTest.require("python3", "--version");
        Path python = Files.createDirectories(directory.resolve("embed").resolve("python"));
        Path original = ROOT.resolve("embed").resolve("python");
        Path link = Files.createSymbolicLink(directory.resolve("conformance"), ROOT.resolve("conformance"));
        Files.copy(original.resolve("test_granary.py"), python.resolve("test_granary.py"));
        String source = Files.readString(original.resolve("granary.py"));
        assertEquals(2, source.split(Pattern.quote(line), -1).length, "the reader has this once: " + line);
        Files.writeString(python.resolve("granary.py"), source.replace(line, wrong));
        Outcome outcome =
                ChildJvm.run(List.of("python3", "-B", "-m", "unittest", "-f", "test_granary." + test), python);
        Files.delete(link);
        assertEquals(1, outcome.exitCode(), outcome.toString());
        assertTrue(outcome.err().contains("Ran 1 test"), outcome.toString());
        assertTrue(outcome.err().contains(named), outcome.toString());
    }
}
