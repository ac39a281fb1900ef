package granary.builder.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted with its contents on close. A killed process leaves it. */
public final class TemporaryDirectory implements AutoCloseable {
    private final Path path;

    private TemporaryDirectory(Path path) {
        this.path = path;
    }

    /**
     * Creates a directory in another one.
     *
     * @throws IOException when it cannot be created
     */
    public static TemporaryDirectory in(Path parent) throws IOException {
        return new TemporaryDirectory(Files.createTempDirectory(parent.toRealPath(), "granary-temporary-"));
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(path)) {
            delete(path);
        }
    }

    /**
     * Deletes a directory with its contents, or a file.
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
