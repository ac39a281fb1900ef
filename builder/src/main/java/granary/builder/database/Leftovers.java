package granary.builder.database;

import granary.builder.memory.MemoryProvider;
import granary.builder.memory.WorkFiles;
import granary.builder.store.DatabaseDirectory;
import granary.game.Game;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** The files in a database's directory that its builders work in, or that they left when they were killed. */
public final class Leftovers {
    private Leftovers() {}

    /**
     * Finds the files, unfinished ones first. Those in a scratch directory elsewhere are not among them.
     *
     * @throws IOException when the directory cannot be read
     */
    public static List<Path> of(Path directory, Game game) throws IOException {
        List<Path> files = new ArrayList<>(DatabaseDirectory.unfinished(directory));
        files.addAll(new WorkFiles(directory, game.identity()).files());
        return files;
    }

    /**
     * Removes what killed builders left, here and in the directory of the working memory: whatever nobody can resume from, and everything
     * of layers that are done.
     *
     * @throws IOException when the disk fails
     */
    static void clean(DatabaseDirectory directory, MemoryProvider memory, IntPredicate isDone) throws IOException {
        new WorkFiles(directory.path(), directory.game().identity()).clean(isDone);
        memory.clean(isDone);
    }

    /** Returns the bytes of a file, or of those in a directory; those that have just gone have none. */
    public static long bytes(Path file) {
        try (Stream<Path> all = Files.walk(file)) {
            return all.mapToLong(Leftovers::length).sum();
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
}
