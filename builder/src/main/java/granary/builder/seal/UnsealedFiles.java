package granary.builder.seal;

import granary.builder.build.BuildListener;
import granary.builder.file.TemporaryDirectory;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileKind;
import granary.storage.StorageSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The packed files of a database for work that reads whole layers. Sealed layers are unsealed into a temporary directory first, with
 * all layers below, where they take as much of the disk as a packed database. One thread uses it.
 */
public final class UnsealedFiles implements AutoCloseable {
    private final Database database;
    private final Path scratch;
    private final int threads;
    private final BuildListener listener;
    private final List<Database> databases = new ArrayList<>();
    /** Null until something is unsealed. */
    private TemporaryDirectory directory;

    /**
     * Unseals nothing yet.
     *
     * @param database the database, packed or sealed
     * @param scratch the directory for a temporary one; null for the system's
     * @param threads threads that unseal
     * @param listener is told what is unsealed, and may stop the work
     */
    public UnsealedFiles(Database database, Path scratch, int threads, BuildListener listener) {
        this.database = database;
        this.scratch = scratch;
        this.threads = threads;
        this.listener = listener;
    }

    /** Returns whether layers up to a number are sealed, so that work on them needs the temporary directory. */
    public boolean isSealed(int top) {
        Set<Integer> packed = database.listing().manifest().files(FileKind.SCORES).keySet();
        return !packed.containsAll(database.layers().headSet(top + 1));
    }

    /**
     * Returns the files of the layers up to a number, with distances where the database has them here. The caller closes them before
     * this.
     *
     * @throws granary.error.DatabaseException when a sealed layer is damaged, or a layer below it is missing
     * @throws IOException when the disk fails
     */
    public LayerFiles upTo(int top) throws IOException {
        if (!isSealed(top)) {
            return new LayerFiles(database.listing(), database.game());
        }
        List<Path> directories = new ArrayList<>(List.of(unsealed(top)));
        for (Path path : database.listing().directories()) {
            if (!(path.getFileSystem() instanceof StorageSource)) {
                directories.add(path);
            }
        }
        return new LayerFiles(new Listing(directories), database.game());
    }

    /** Returns a database that holds the layers up to a number packed, which this closes; otherwise as {@link #upTo}. */
    public Database database(int top) throws IOException {
        if (!isSealed(top)) {
            return database;
        }
        Database packed = Database.open(unsealed(top));
        databases.add(packed);
        return packed;
    }

    private Path unsealed(int top) throws IOException {
        if (directory == null) {
            directory = scratch == null ? TemporaryDirectory.create() : TemporaryDirectory.in(scratch);
        }
        try (DatabaseDirectory to = new DatabaseDirectory(directory.path(), database.game())) {
            new Unsealing(database, to, threads, new Unsealed(listener))
                    .run(database.layers().headSet(top + 1));
        }
        return directory.path();
    }

    /** Passes the progress on, and that a layer is unsealed instead of that work on it has ended. */
    private record Unsealed(BuildListener listener) implements BuildListener {
        @Override
        public void layerBegins(int layer, long positions, long steps) {
            listener.layerBegins(layer, positions, steps);
        }

        @Override
        public void layerEnds(int layer, long positions, Duration time) {
            listener.layerUnsealed(layer, positions, time);
        }

        @Override
        public void phase(String name) {
            listener.phase(name);
        }

        @Override
        public void advance(long steps) {
            listener.advance(steps);
        }

        @Override
        public void check() {
            listener.check();
        }
    }

    @Override
    public void close() throws IOException {
        databases.forEach(Database::close);
        databases.clear();
        if (directory != null) {
            directory.close();
            directory = null;
        }
    }
}
