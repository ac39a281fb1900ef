package granary.builder.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory that is deleted with its contents on close. Where the process was killed, the next that makes one in the same place
 * deletes it: a lock file beside it tells that nobody uses it.
 */
public final class TemporaryDirectory implements AutoCloseable {
    /** No user would name a directory of his own so. */
    private static final String PREFIX = "granary-temporary-";

    private final Path path;
    private final LockFile lock;

    private TemporaryDirectory(Path path, LockFile lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Creates a directory in the system's directory for temporary files.
     *
     * @throws IOException when it cannot be created
     */
    public static TemporaryDirectory create() throws IOException {
        return in(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * Creates a directory in another one.
     *
     * @throws IOException when it cannot be created
     */
    public static TemporaryDirectory in(Path parent) throws IOException {
        deleteLeft(parent);
        while (true) {
            Path path = Files.createTempDirectory(parent, PREFIX);
            Optional<LockFile> lock = LockFile.tryTake(path);
            if (lock.isPresent() && Files.exists(path)) {
                return new TemporaryDirectory(path, lock.get());
            }
            // Another process took the lock first, and deletes what nobody seems to use.
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    /** Deletes what killed processes left. That of other users stays. */
    private static void deleteLeft(Path parent) throws IOException {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(parent, PREFIX + "*" + LockFile.SUFFIX)) {
            for (Path found : locks) {
                String name = found.getFileName().toString();
                Path left = found.resolveSibling(name.substring(0, name.length() - LockFile.SUFFIX.length()));
                Optional<LockFile> lock = Files.isWritable(found) ? LockFile.tryTake(left) : Optional.empty();
                if (lock.isPresent()) {
                    new TemporaryDirectory(left, lock.get()).close();
                }
            }
        }
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            if (Files.exists(path)) {
                delete(path);
            }
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
