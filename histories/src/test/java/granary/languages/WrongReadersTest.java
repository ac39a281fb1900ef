package granary.languages;

import granary.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The files of {@code conformance/} find out readers that are wrong: each is the reader in Python with one thing changed
 * on purpose. That the reader itself passes is tested in {@link OtherLanguagesTest}.
 */
class WrongReadersTest {
    private static final Path READERS = Path.of("src", "test", "resources", "readers");

    /** The table says what is wrong, what line of the reader is changed and how, which test must fail, and what it must name. */
    @Test
    void everyWrongReaderFails() throws IOException, InterruptedException {
        OtherLanguagesTest.require("python3", "--version");
        String program = READERS.resolve("wrong_readers.py").toString();
        String table = READERS.resolve("wrong-readers.tsv").toString();
        ChildJvm.run(List.of(
                        "python3",
                        "-B",
                        program,
                        Path.of("..", "languages", "python").toString(),
                        table))
                .assertPrints("");
    }
}
