package granary.builder.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * A directory that is deleted with its contents on close. If the process was killed, the next one that makes such a directory in the
 * same place deletes it: its free lock file shows that nobody uses it.
 */
public final class TemporaryDirectory implements AutoCloseable {
    /** A name that no user would choose. */
    private static final String PREFIX = "granary-temporary-";

    private final Path path;
    private final LockFile lock;

    private TemporaryDirectory(Path path, LockFile lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Creates a directory in another one.
     *
     * @throws IOException when it cannot be created
     */
    public static TemporaryDirectory in(Path parent) throws IOException {
        Path real = parent.toRealPath();
        deleteLeft(real);
        while (true) {
            Path path = real.resolve(
                    PREFIX + Long.toUnsignedString(ThreadLocalRandom.current().nextLong()));
            // First the lock: what it protects may be deleted by whoever gets it.
            Optional<LockFile> lock = LockFile.tryTake(path);
            if (lock.isPresent()) {
                try {
                    return new TemporaryDirectory(Files.createDirectory(path), lock.get());
                } catch (IOException e) {
                    lock.get().close();
                    throw e;
                }
            }
        }
    }

    /** Deletes what killed processes left. What cannot be deleted, because it is another user's, stays. */
    private static void deleteLeft(Path parent) {
        try {
            for (Path found : Disk.files(parent)) {
                String name = found.getFileName().toString();
                if (name.startsWith(PREFIX) && name.endsWith(LockFile.SUFFIX)) {
                    deleteLeft(
                            found, found.resolveSibling(name.substring(0, name.length() - LockFile.SUFFIX.length())));
                }
            }
        } catch (IOException e) {
            // A place that one may write to, and not list.
        }
    }

    private static void deleteLeft(Path found, Path left) {
        try {
            boolean isOwn = Files.isWritable(found) && (Files.notExists(left) || Files.isWritable(left));
            Optional<LockFile> lock = isOwn ? LockFile.tryTake(left) : Optional.empty();
            if (lock.isPresent()) {
                new TemporaryDirectory(left, lock.get()).close();
            }
        } catch (IOException e) {
            // It stays.
        }
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        boolean isDeleted = false;
        try {
            if (Files.exists(path)) {
                delete(path);
            }
            isDeleted = true;
        } finally {
            if (isDeleted) {
                lock.close();
            } else {
                lock.leave(); // by its file the next finds the rest
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
