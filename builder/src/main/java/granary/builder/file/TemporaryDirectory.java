package granary.builder.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted with its contents on close. */
public final class TemporaryDirectory implements AutoCloseable {
    private final Path path;

    private TemporaryDirectory(Path path) {
        this.path = path;
    }

    /**
     * Creates a directory in the system's directory for temporary files.
     *
     * @throws IOException when it cannot be created
     */
    public static TemporaryDirectory create() throws IOException {
        return new TemporaryDirectory(Files.createTempDirectory("granary-"));
    }

    /**
     * Creates a directory in another one.
     *
     * @throws IOException when it cannot be created
     */
    public static TemporaryDirectory in(Path parent) throws IOException {
        return new TemporaryDirectory(Files.createTempDirectory(parent, "granary-"));
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    /**
     * Deletes a directory with its contents.
     *
     * @throws IOException when something cannot be deleted
     */
    public static void delete(Path directory) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(directory)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // a directory in it cannot be read
        }
        for (Path each : paths) {
            Files.delete(each);
        }
    }
}
