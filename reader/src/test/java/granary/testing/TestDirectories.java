package granary.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes the directories of tests in memory where the machine has a file system there: a database is forced to the disk several times a
 * layer, which takes longer than to build a small one. JUnit finds it by {@code junit-platform.properties}.
 */
public final class TestDirectories implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");
    /** All tests of a module take less; containers often have 64 MiB. */
    private static final long ENOUGH = 2L << 30;

    /** For JUnit. */
    public TestDirectories() {}

    /** Makes a directory that nobody deletes before the tests end. Its path has no links, as those that the system tells of open files. */
    public static Path create(String prefix) throws IOException {
        boolean isInMemory =
                Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ENOUGH;
        return (isInMemory ? Files.createTempDirectory(MEMORY, prefix) : Files.createTempDirectory(prefix))
                .toRealPath();
    }

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension) throws IOException {
        return create("granary-test-");
    }
}
