package granary.builder.memory;

import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.file.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a directory that hold the working memory of a game's layers, or partitions of it. A file gets its name only when
 * it is complete, and belongs to the process that holds its {@link LockFile}.
 */
public final class WorkFiles {
    private static final String SCRATCH = ".scratch";
    private static final String PARTITIONS = ".partitions";
    private static final Pattern NUMBER_AND_SUFFIX = Pattern.compile("([0-9]{3,9})(\\.scratch|\\.partitions)("
            + Pattern.quote(LockFile.SUFFIX) + "|" + Pattern.quote(Disk.TEMPORARY_SUFFIX) + ")?");

    private final Path directory;
    private final String prefix;

    /**
     * Names the files.
     *
     * @param directory their directory, which need not exist
     * @param identity the game's identity line
     */
    public WorkFiles(Path directory, String identity) {
        this.directory = directory;
        this.prefix = identity.replaceAll("[^A-Za-z0-9]+", "-") + "-";
    }

    /** Returns the directory. */
    Path directory() {
        return directory;
    }

    /** Returns the path of the working memory of a layer. */
    Path scratch(int layer) {
        return path(layer, SCRATCH);
    }

    /** Returns the path of the directory with the partitions of a layer that a cluster works on. */
    public Path partitions(int layer) {
        return path(layer, PARTITIONS);
    }

    private Path path(int layer, String suffix) {
        return directory.resolve(String.format(Locale.ROOT, "%s%03d%s", prefix, layer, suffix));
    }

    /**
     * Returns the existing files of all layers, including unfinished ones and locks.
     *
     * @throws IOException when the directory cannot be read
     */
    public List<Path> files() throws IOException {
        return Disk.files(directory).stream()
                .filter(file -> name(file).isPresent())
                .toList();
    }

    /**
     * Returns the bytes of all these files.
     *
     * @throws IOException when the directory cannot be read
     */
    public long bytes() throws IOException {
        return files().stream().mapToLong(WorkFiles::bytes).sum();
    }

    /** Returns the bytes of a file, or of the files in a directory; 0 for those that have just been deleted. */
    public static long bytes(Path file) {
        try (Stream<Path> all = Files.walk(file)) {
            return all.mapToLong(WorkFiles::length).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    private static long length(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private Optional<Matcher> name(Path file) {
        String name = file.getFileName().toString();
        if (!name.startsWith(prefix)) {
            return Optional.empty();
        }
        Matcher matcher = NUMBER_AND_SUFFIX.matcher(name.substring(prefix.length()));
        return matcher.matches() ? Optional.of(matcher) : Optional.empty();
    }

    /**
     * Removes the files of a layer, but for those that another builder uses.
     *
     * @throws IOException when that fails
     */
    public void remove(int layer) throws IOException {
        for (Path path : List.of(scratch(layer), partitions(layer))) {
            if (exists(path)) {
                remove(path, true);
            }
        }
    }

    /** Returns whether there are files of a layer, whatever they hold. */
    public boolean exist(int layer) {
        return exists(scratch(layer)) || exists(partitions(layer));
    }

    private static boolean exists(Path path) {
        return Files.exists(path) || Files.exists(Disk.temporary(path)) || Files.exists(LockFile.pathFor(path));
    }

    /**
     * Removes unfinished files, and all files of layers that are done, but for those that another builder uses.
     *
     * @param isDone whether a layer needs no working memory any more
     * @throws IOException when that fails
     */
    public void clean(IntPredicate isDone) throws IOException {
        for (Path file : files()) {
            Matcher name = name(file).orElseThrow();
            remove(
                    directory.resolve(prefix + name.group(1) + name.group(2)),
                    isDone.test(Integer.parseInt(name.group(1))));
        }
    }

    /** Removes an unfinished file and, if its layer is done, the finished one, unless a running process uses them. */
    private static void remove(Path path, boolean isDone) throws IOException {
        Optional<LockFile> lock = LockFile.tryTake(path);
        if (lock.isEmpty()) {
            return;
        }
        try {
            Files.deleteIfExists(Disk.temporary(path));
            if (isDone && Files.isDirectory(path)) {
                TemporaryDirectory.delete(path);
            } else if (isDone) {
                Files.deleteIfExists(path);
            }
        } catch (DirectoryNotEmptyException e) {
            // A task that its cluster has given up has just written a partition: the next build removes it.
        } finally {
            lock.get().close();
        }
    }
}
