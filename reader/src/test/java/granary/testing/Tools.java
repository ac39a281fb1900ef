package granary.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Programs that some tests need: without one they are skipped, or fail with {@code -Dgranary.tools=required}. */
public final class Tools {
    private Tools() {}

    /** Returns the programs of some names that are on the path, in the order of the names and of the path. */
    public static Stream<Path> onPath(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable);
    }

    /** Skips or fails the test unless what it needs is there. */
    @SuppressWarnings("exports") // JUnit is not part of the module
    public static void require(boolean isThere, String missing) {
        if (!isThere) {
            System.err.println("skipped: " + missing);
            Assertions.assertNotEquals("required", System.getProperty("granary.tools"), missing);
            Assumptions.abort(missing);
        }
    }
}
